"use strict";
// How a board is drawn, for every page that shows one. Every text of a model becomes a text node or an attribute
// value here, never markup.
const drawing = (() => {
  function make(tag, className, ...children) {
    const element = document.createElement(tag);
    if (className) element.className = className;
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
  }

  // A long label may break after an underscore.
  function worded(text) {
    const box = make("span", "");
    for (const part of text.split(/(?<=_)/)) box.append(part, document.createElement("wbr"));
    return box;
  }

  const hush = (text) => make("span", "hush", text);

  // ---- values -------------------------------------------------------------------------------------------

  const NOTHING = "nothing"; // what stands before an item that came, and after one that left
  const MARKS = { new: "came", gone: "left" };

  function marked(element, mark) {
    if (!mark) return element;
    element.classList.add(mark);
    element.append(hush(` (${MARKS[mark]})`));
    return element;
  }

  function drawValue(value) {
    switch (value.kind) {
      case "record": {
        const list = make("dl", "record");
        for (const [name, part] of value.fields) {
          if (part.kind === "none" && part.was === undefined) continue;
          list.append(make("div", "field", make("dt", "", name), make("dd", "", drawValue(part))));
        }
        if (value.mark) list.classList.add(value.mark);
        return list;
      }
      case "map": {
        const list = make("dl", "record");
        for (const [key, part] of value.rows) {
          list.append(make("div", "field", make("dt", "", key), make("dd", "", drawValue(part))));
        }
        return list;
      }
      case "stack":
      case "queue":
        return drawStack(value, value.kind);
      case "chips": {
        if (!value.items.length) return make("span", "none", value.empty);
        const list = make("ul", "chips");
        for (const item of value.items) list.append(marked(make("li", "chip", drawValue(item.value)), item.mark));
        return list;
      }
      default: {
        const text = make("span", value.kind === "none" ? "none" : "text", worded(value.text));
        if (value.was === undefined) return text;
        return make("span", "changed", make("s", "", hush("was "), worded(value.was)), " ", text);
      }
    }
  }

  function drawStack(value, kind) {
    if (!value.items.length) return make("span", "none pile-empty", value.empty);
    const list = make("ol", `pile ${kind}`);
    const items = kind === "stack" ? [...value.items].reverse() : value.items;
    let first = true;
    for (const item of items) {
      const entry = make("li", "entry");
      if (item.mark !== "gone" && first) {
        entry.append(make("span", "end", kind === "stack" ? "top" : "front"));
        first = false;
      }
      entry.append(drawValue(item.value));
      list.append(marked(entry, item.mark));
    }
    return list;
  }

  // ---- boards -------------------------------------------------------------------------------------------

  const NOBODY_FAILS = { words: "", fields: [], keys: [] };

  function drawToken(token, faults) {
    const element = make("li", token.alone ? "token alone" : "token", token.name);
    if (faults.fields.includes(token.field)) element.classList.add("fault");
    return marked(element, token.mark);
  }

  function titled(title, className, field, faults, ...children) {
    const box = make("section", `zone ${className}`, make("h4", "", make("span", "zone-title", title)), ...children);
    if (faults.fields.includes(field)) {
      box.classList.add("fault");
      box.firstChild.append(make("span", "named", faults.words));
    }
    return box;
  }

  function drawTokens(tokens, faults) {
    return tokens.length ? make("ul", "tokens", ...tokens.map((token) => drawToken(token, faults))) : null;
  }

  function drawEntry(entry, faults) {
    const rows = make("dl", "rows");
    for (const row of entry.rows) {
      const line = make("div", "field", make("dt", "", row.name), make("dd", "", drawValue(row.value)));
      if (faults.fields.includes(row.field)) line.classList.add("fault");
      rows.append(line);
    }
    const box = make(
      "li", "holder", make("h5", "", worded(entry.key)), drawTokens(entry.tokens, faults), entry.rows.length ? rows : null,
    );
    if (faults.keys.includes(entry.key)) box.classList.add("fault");
    return box;
  }

  function drawCard(card, faults) {
    const element = make("li", "playing-card", make("span", "card-name", worded(card.key)), drawTokens(card.tokens, faults));
    if (faults.keys.includes(card.key) && card.mark !== "gone") element.classList.add("fault");
    return marked(element, card.mark);
  }

  function drawIdle(sheet) {
    return sheet.idle.length ? make("p", "idle", `Nowhere now: ${sheet.idle.join(", ")}`) : null;
  }

  function drawSheet(sheet, faults) {
    if (sheet.kind === "zones") {
      const zones = make("div", "places");
      for (const zone of sheet.zones) {
        const cards = zone.cards.length
          ? make("ul", "hand", ...zone.cards.map((card) => drawCard(card, faults)))
          : make("p", "none", "empty");
        zones.append(make("section", "place", make("h5", "", worded(zone.name)), cards));
      }
      return titled(sheet.name, "zones", sheet.field, faults, zones, drawIdle(sheet));
    }
    const entries = make("ul", "holders", ...sheet.entries.map((entry) => drawEntry(entry, faults)));
    return titled(sheet.name, sheet.kind, null, faults, entries, drawIdle(sheet));
  }

  function drawBoard(board, faults) {
    const box = make("div", "board");
    const part = (zone, className) => titled(zone.name, className, zone.field, faults, drawValue(zone.value));
    const [players, ...others] = board.sheets.length && board.sheets[0].kind === "players"
      ? board.sheets : [null, ...board.sheets];
    const row = make("div", "row", players ? drawSheet(players, faults) : null);
    row.append(...board.stacks.map((zone) => part(zone, "piles")));
    box.append(row);
    const second = make("div", "row", ...others.map((sheet) => drawSheet(sheet, faults)));
    second.append(...board.collections.map((zone) => part(zone, "group")));
    box.append(second);
    if (board.values.length) {
      const list = make("dl", "facts");
      for (const value of board.values) {
        const fact = make("div", "field", make("dt", "", value.name), make("dd", "", drawValue(value.value)));
        if (faults.fields.includes(value.field)) fact.classList.add("fault");
        list.append(fact);
      }
      box.append(titled("Also", "wide", null, faults, list));
    }
    return box;
  }

  function withoutMarks(part) {
    if (Array.isArray(part)) return part.filter((item) => !(item && item.mark === "gone")).map(withoutMarks);
    if (part === null || typeof part !== "object") return part;
    return Object.fromEntries(
      Object.entries(part).filter(([name]) => name !== "mark" && name !== "was")
        .map(([name, value]) => [name, withoutMarks(value)]),
    );
  }

  return { make, worded, hush, marked, drawBoard, withoutMarks, NOTHING, NOBODY_FAILS };
})();
