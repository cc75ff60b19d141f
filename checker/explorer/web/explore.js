// The page that explores; board.js stands before this. The play is held here, the server works out what it means.
(() => {
  const { make, worded, hush, drawBoard, withoutMarks, NOTHING, NOBODY_FAILS } = drawing;
  document.documentElement.classList.add("js");
  const byId = (id) => document.getElementById(id);
  const base = location.pathname.replace(/\/?$/, "/");

  const state = { initial: 0, steps: [], at: 0, link: "", shown: null, asked: 0, busy: 0, search: null };
  let texts = {};

  // ---- asking -------------------------------------------------------------------------------------------

  async function ask(question, given) {
    let answer;
    try {
      const sent = await fetch(`${base}api/${question}`, {
        method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(given),
      });
      if (!sent.ok) throw new Error(await sent.text());
      answer = await sent.json();
    } catch (error) {
      complain(error instanceof TypeError ? "ruleproof explore does not answer: it has ended" : error.message);
      return null;
    }
    return answer;
  }

  function complain(text) {
    byId("note").textContent = text;
    byId("note").hidden = !text;
  }

  const told = (answer) => [answer.place, answer.error, answer.hint].filter(Boolean).join(" – ");
  const saved = (steps) => steps.map((step) => [step.rule, step.arguments]);
  const here = () => ({ initial: state.initial, steps: saved(state.steps.slice(0, state.at)) });

  async function look(steps, at, more = {}) {
    const mine = ++state.asked;
    state.busy += 1;
    const answer = await ask("look", { initial: state.initial, steps, at, ...more });
    state.busy -= 1;
    if (!answer || mine !== state.asked) return;
    if (answer.error) complain(told(answer));
    else show(answer);
  }

  function show(answer, note = "") {
    Object.assign(state, { initial: answer.initial, steps: answer.steps, at: answer.at, link: answer.link, shown: answer });
    const misfit = answer.misfit && [
      answer.misfit.step ? `The play no longer fits at step ${answer.misfit.step}: ` : "", answer.misfit.reason,
      answer.misfit.place ? ` (${answer.misfit.place})` : "",
    ].join("");
    complain([note, misfit].filter(Boolean).join(". "));
    history.replaceState(null, "", `#${answer.link}`);
    drawControls();
    drawNow();
    byId("table").replaceChildren(drawBoard(answer.wrong ? withoutMarks(answer.board) : answer.board, NOBODY_FAILS));
    drawMoves();
    drawClaims();
    drawWalk();
    byId("shared").textContent = "";
    if (byId("refused").open) drawRefused();
    else byId("why").replaceChildren();
  }

  // ---- going --------------------------------------------------------------------------------------------

  function goTo(at) {
    if (state.shown && at >= 0 && at <= state.steps.length && at !== state.at) look(saved(state.steps), at);
  }

  function take(move) {
    if (!move || move.bound || state.busy) return;
    const next = state.steps[state.at];
    const step = [move.rule, move.arguments];
    const same = next && JSON.stringify([next.rule, next.arguments]) === JSON.stringify(step);
    const steps = same ? saved(state.steps) : [...saved(state.steps.slice(0, state.at)), step];
    look(steps, state.at + 1).then(() => focusFirst());
  }

  function run() {
    if (state.shown && state.shown.waits === "automatic" && !state.busy) {
      look(saved(state.steps.slice(0, state.at)), null, { run: true }).then(() => focusFirst());
    }
  }

  async function open(text, focus) {
    const answer = await ask("open", { play: text });
    if (!answer) return;
    if (answer.error) return complain(told(answer));
    drawGame(answer);
    show(answer, answer.note);
    if (focus) focusFirst();
  }

  // ---- drawing ------------------------------------------------------------------------------------------

  function drawGame(answer) {
    const worded = (pairs) => pairs.map(([name, value]) => `${name.replace(/_/g, " ")} ${value}`).join(" · ");
    byId("scopes").textContent = worded(answer.scopes);
    const readings = byId("readings");
    readings.hidden = !answer.readings.length;
    readings.querySelector("summary").textContent = `${answer.readings.length} reading${answer.readings.length === 1 ? "" : "s"} in force`;
    readings.querySelector("p").textContent = worded(answer.readings);
    const starts = answer.starts.map((label, number) => {
      const option = make("option", "", answer.starts.length > 1 ? `Start ${number}: ${label}` : "Start");
      option.value = number;
      return option;
    });
    byId("start").replaceChildren(...starts);
    byId("start-label").hidden = starts.length < 2;
  }

  function drawControls() {
    const { at, steps, shown } = state;
    byId("first").disabled = byId("undo").disabled = at === 0;
    byId("redo").disabled = at === steps.length;
    byId("run").disabled = shown.waits !== "automatic";
    byId("count").textContent = steps.length === at ? `step ${at}` : `step ${at} of ${steps.length}`;
    byId("start").value = state.initial;
  }

  function drawNow() {
    const step = state.at ? state.steps[state.at - 1] : null;
    const box = byId("now");
    box.replaceChildren(make("p", "sentence", make("span", "n", hush("Step "), String(state.at)), " ",
      make("span", "", step ? step.sentence : "The game starts")));
    if (!step) return;
    if (step.assumed !== null) box.append(make("p", "note", `Assumed, with no clause of its own: ${step.assumed}`));
    if (state.shown.wrong) {
      box.append(make("p", "note bad", `This step goes wrong: ${state.shown.wrong}. The board is the one before it.`));
    }
    for (const [name, label, by] of step.chosen) box.append(make("p", "note", `${name} = ${label}, chosen by ${by}`));
    if (step.changes.length) {
      const list = make("ul", "diff");
      for (const [path, before, after] of step.changes) {
        const change = make("li", "", make("code", "", path), " ");
        if (before === NOTHING) change.append("came: ", make("b", "", worded(after)));
        else if (after === NOTHING) change.append("left: ", worded(before));
        else change.append(make("s", "", worded(before)), " → ", make("b", "", worded(after)));
        list.append(change);
      }
      box.append(list);
    } else if (!state.shown.wrong) box.append(make("p", "note", "Nothing on the board changes."));
    if (step.clauses.length || step.place) box.append(drawCites(step));
  }

  function drawCites(step) {
    const list = make("dl", "basis");
    for (const clause of step.clauses) {
      list.append(make("dt", "", make("code", "", clause)), make("dd", "", texts[clause] || "–"));
    }
    if (step.place) list.append(make("dt", "", "Rule"), make("dd", "", make("code", "", step.place)));
    const count = step.clauses.length ? `Clauses of this step (${step.clauses.length})` : "The rule of this step";
    return make("details", "why", make("summary", "", count), list);
  }

  const ENDS = {
    over: "The game is over.",
    wrong: "The last step went wrong: no state follows it.",
    "dead end": "A dead end: nothing can be done, and the game is not over.",
  };
  const TITLES = { decision: "What may be done", automatic: "What happens by itself" };

  function drawMoves() {
    const { moves, waits } = state.shown;
    byId("next-title").textContent = TITLES[waits] || "What may be done";
    const box = byId("moves");
    box.replaceChildren();
    if (ENDS[waits]) box.append(make("p", waits === "over" ? "ends" : "ends bad", ENDS[waits]));
    const groups = new Map();
    for (const move of moves) {
      const whose = move.decided ? move.actor || "Somebody" : moves.length > 1 ? "One of these, in an order that is open" : "";
      groups.set(whose, [...(groups.get(whose) || []), move]);
    }
    for (const [whose, own] of groups) {
      const list = make("div", "options", ...own.map(drawMove));
      box.append(make("section", "by", whose ? make("h3", "", whose) : null, list));
    }
  }

  function drawMove(move) {
    const button = make("button", move.decided ? "option" : "option itself", worded(move.sentence));
    button.type = "button";
    const details = move.chosen.map(([name, label, by]) => `${name} = ${label}, chosen by ${by}`);
    details.push(move.clauses.slice(0, 4).join(" ") + (move.clauses.length > 4 ? " …" : ""));
    for (const detail of details.filter(Boolean)) button.append(make("span", "detail", detail));
    if (move.wrong) {
      button.classList.add("wrong");
      button.append(make("span", "detail bad", `goes wrong: ${move.wrong}`));
    }
    if (move.bound) {
      button.disabled = true;
      button.append(make("span", "detail", `goes past the bound of ${move.bound}: explore with --scope ${move.bound}=N`));
    }
    button.addEventListener("click", () => take(move));
    return button;
  }

  const SIGNS = { true: ["✓", "true"], false: ["✗", "false"], undefined: ["?", "says nothing"], "not judged": ["–", "not judged"] };
  const OF_PLAYS = ["possible", "always possible", "leads to", "eventually"];

  function drawClaims() {
    const { claims } = state.shown;
    const broken = claims.filter((claim) => claim.fault || claim.status === "undefined");
    const rest = claims.filter((claim) => !broken.includes(claim));
    const groups = [
      ["hold", rest.filter((c) => c.status === "true" && !OF_PLAYS.includes(c.kind))],
      ["about plays: true here", rest.filter((c) => c.status === "true" && OF_PLAYS.includes(c.kind))],
      ["about plays: not true here", rest.filter((c) => c.status === "false")],
      ["not judged here", rest.filter((c) => c.status === "not judged")],
    ];
    byId("claims-count").textContent = claims.length
      ? broken.length ? `${broken.length} broken` : "none is broken" : "";
    const askable = claims.find((claim) => !OF_PLAYS.includes(claim.kind));
    byId("condition").placeholder = askable ? `not ${askable.name}` : "";
    const box = byId("claims");
    const opened = new Set([...box.querySelectorAll("details[open]")].map((d) => d.dataset.group));
    box.replaceChildren(make("ul", "marks", ...broken.map(drawClaim)));
    for (const [title, own] of groups.filter(([, list]) => list.length)) {
      const details = make("details", "more-claims", make("summary", "", `${own.length} ${title}`), make("ul", "marks", ...own.map(drawClaim)));
      details.dataset.group = title;
      details.open = opened.has(title);
      box.append(details);
    }
    if (!claims.length) box.append(make("p", "note", "No claims are written about this game."));
  }

  function drawClaim(claim) {
    const [sign, word] = SIGNS[claim.status];
    const ofPlays = OF_PLAYS.includes(claim.kind);
    const mark = claim.fault ? "fault" : claim.status === "true" ? "true" : claim.status === "undefined" ? "undefined" : "idle";
    const shownSign = make("span", "sign", ofPlays && claim.status === "false" ? "○" : sign);
    shownSign.setAttribute("aria-hidden", "true");
    const body = make("div", "", hush(`${word}: `), claim.says || claim.name, make("span", "id", `${claim.name} · ${claim.kind}`));
    if (claim.why) body.append(make("span", "why-false", claim.why));
    const condition = goal(claim, ofPlays);
    if (condition) {
      const find = make("button", "find", ofPlays ? "find a play to it" : "find a play that breaks it");
      find.type = "button";
      find.addEventListener("click", () => {
        byId("condition").value = condition;
        startSearch();
      });
      body.append(find);
    }
    return make("li", `mark-row ${mark}`, shownSign, body);
  }

  function goal(claim, ofPlays) {
    if (claim.fault || claim.kind === "leads to" || (ofPlays && claim.status === "true")) return "";
    return ofPlays ? claim.name : `not ${claim.name}`;
  }

  function drawWalk() {
    const list = byId("walk");
    const entry = (number, text, itself) => {
      const button = make("button", number > state.at ? "later" : "", make("span", "n", String(number)), make("span", itself ? "itself" : "", text));
      button.type = "button";
      if (number === state.at) button.setAttribute("aria-current", "step");
      button.addEventListener("click", () => goTo(number));
      return make("li", "", button);
    };
    list.replaceChildren(entry(0, "The game starts", false), ...state.steps.map((step, n) =>
      entry(n + 1, step.sentence, !["action", "choice"].includes(step.kind))));
    const current = list.querySelector("[aria-current]");
    list.scrollTop = current.offsetTop - list.clientHeight / 2;
  }

  async function drawRefused() {
    const box = byId("why");
    const mine = state.asked;
    box.replaceChildren(make("p", "note", "Asking every rule …"));
    const answer = await ask("refused", here());
    if (!answer || mine !== state.asked) return;
    if (answer.error) return box.replaceChildren(make("p", "note bad", told(answer)));
    box.replaceChildren(...answer.rules.map(drawRule));
    if (!answer.rules.length) box.append(make("p", "note", "Nothing is refused."));
  }

  const MOST = 6; // instances that are listed by name

  function drawRule(rule) {
    const box = make("section", "rule", make("h3", "", rule.rule), rule.says ? make("p", "says", rule.says.replace(/[{}]|self\./g, "")) : null);
    for (const reason of rule.reasons) {
      const line = make("div", "reason");
      if (reason.condition) line.append("needs ", make("code", "", reason.condition));
      else line.append(reason.reason);
      if (reason.values) line.append(", but ", make("span", "values", reason.values));
      const more = reason.instances.length > MOST ? ` and ${reason.instances.length - MOST} more` : "";
      const place = reason.place || rule.place;
      line.append(make("span", "whom", reason.instances.slice(0, MOST).join(", ") + more));
      line.append(make("span", "where", [place, ...rule.clauses.slice(0, 4)].filter(Boolean).join(" · ")));
      box.append(line);
    }
    if (rule.unasked) box.append(make("p", "note", `${rule.unasked} more were not asked.`));
    return box;
  }

  // ---- searching ----------------------------------------------------------------------------------------

  const pause = (milliseconds) => new Promise((done) => { setTimeout(done, milliseconds); });

  async function startSearch() {
    const condition = byId("condition").value;
    const found = byId("found");
    if (state.search !== null) await stopSearch();
    const answer = await ask("search", byId("onward").checked ? { ...here(), condition, onward: true } : { condition });
    if (!answer) return;
    if (answer.error) {
      found.textContent = told(answer);
      return;
    }
    const mine = answer.search;
    state.search = mine;
    byId("cancel").hidden = false;
    for (let wait = 100; state.search === mine; wait = Math.min(wait * 1.5, 1000)) {
      const told = await ask("progress", { search: mine });
      if (!told || state.search !== mine) break;
      found.textContent = told.status === "running" ? `Searching: ${told.told}` : `${condition}: ${told.told}`;
      if (told.status !== "running") {
        state.search = null;
        if (told.status === "found") {
          state.initial = told.initial;
          await look(told.steps, told.steps.length);
        }
        break;
      }
      await pause(wait);
    }
    if (state.search === null || state.search === mine) byId("cancel").hidden = true;
  }

  async function stopSearch() {
    const mine = state.search;
    state.search = null;
    byId("cancel").hidden = true;
    byId("found").textContent = "Given up: nothing is known.";
    if (mine !== null) await ask("cancel", { search: mine });
  }

  // ---- sharing ------------------------------------------------------------------------------------------

  async function share() {
    const words = `The address of this page now leads to this play. Elsewhere: ruleproof explore GAME --play '${state.link}'`;
    try {
      await navigator.clipboard.writeText(location.href);
      byId("shared").textContent = `Copied. ${words}`;
    } catch {
      byId("shared").textContent = words;
    }
  }

  async function save() {
    const answer = await ask("save", { ...here(), name: "" });
    if (!answer) return;
    if (answer.error) return complain(told(answer));
    const link = make("a", "");
    link.href = URL.createObjectURL(new Blob([answer.text], { type: "text/x-python" }));
    link.download = answer.file;
    link.click();
    URL.revokeObjectURL(link.href);
    byId("shared").textContent = `Saved as ${answer.file}, where downloads go: put it with the tests of the game.`;
  }

  // ---- hands --------------------------------------------------------------------------------------------

  const options = () => [...document.querySelectorAll(".option:not(:disabled)")];

  function focusFirst() {
    const first = options()[0];
    if (first) first.focus({ preventScroll: true });
    else byId("next").focus({ preventScroll: true });
  }

  function focusBy(by) {
    const list = options();
    if (!list.length) return;
    const at = list.indexOf(document.activeElement);
    list[at < 0 ? 0 : (at + by + list.length) % list.length].focus();
  }

  const keys = {
    j: () => focusBy(1), ArrowDown: () => focusBy(1), k: () => focusBy(-1), ArrowUp: () => focusBy(-1),
    u: () => goTo(state.at - 1), ArrowLeft: () => goTo(state.at - 1), ArrowRight: () => goTo(state.at + 1),
    r: run,
  };

  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });

  byId("first").addEventListener("click", () => goTo(0));
  byId("undo").addEventListener("click", () => goTo(state.at - 1));
  byId("redo").addEventListener("click", () => goTo(state.at + 1));
  byId("run").addEventListener("click", run);
  byId("start").addEventListener("change", (event) => {
    state.initial = Number(event.target.value);
    look([], 0);
  });
  byId("skip").addEventListener("click", (event) => {
    event.preventDefault();
    focusFirst();
  });
  byId("refused").addEventListener("toggle", () => {
    if (byId("refused").open) drawRefused();
  });
  byId("goto").addEventListener("submit", (event) => {
    event.preventDefault();
    startSearch();
  });
  byId("cancel").addEventListener("click", stopSearch);
  byId("share").addEventListener("click", share);
  byId("save").addEventListener("click", save);
  addEventListener("hashchange", () => {
    if (location.hash.slice(1) !== state.link) open(location.hash.slice(1), false);
  });

  open(location.hash.slice(1), true).then(async () => {
    const answer = await ask("clauses", {});
    if (answer && answer.texts) texts = answer.texts;
    if (state.shown) drawNow();
  });
})();
