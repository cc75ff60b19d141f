"use strict";
// The page of a report; board.js stands before this.
(() => {
  const root = document.documentElement;
  root.classList.add("js");
  const byId = (id) => document.getElementById(id);

  const { make, worded, hush, drawBoard, withoutMarks, NOTHING, NOBODY_FAILS } = drawing;

  // Equal parts of boards are told once: a number in a list stands for one of them.
  const told = JSON.parse(byId("plays").textContent);
  function whole(data) {
    if (Array.isArray(data)) return data.map((item) => whole(typeof item === "number" ? told.parts[item] : item));
    if (data === null || typeof data !== "object") return data;
    return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, whole(value)]));
  }

  // ---- a play that steps --------------------------------------------------------------------------------

  class Player {
    constructor(data, section) {
      this.data = data;
      this.last = data.steps.length;
      this.step = -1;
      this.items = [...section.querySelectorAll(".steps > li")];
      this.graph = section.parentElement.querySelector(".graph");
      const button = (label, name, action) => {
        const element = make("button", "", label);
        element.type = "button";
        element.title = name;
        element.setAttribute("aria-label", name);
        element.addEventListener("click", action);
        return element;
      };
      this.first = button("⇤", "First step", () => this.show(0));
      this.back = button("← Back", "One step back", () => this.move(-1));
      this.next = button("Next →", "One step on", () => this.move(1));
      this.end = button("⇥", "Last step", () => this.show(this.last));
      this.slider = make("input", "slider");
      Object.assign(this.slider, { type: "range", min: 0, max: this.last, step: 1 });
      this.slider.setAttribute("aria-label", "Step of the play");
      this.slider.addEventListener("input", () => this.show(Number(this.slider.value)));
      this.count = make("span", "count");
      this.link = make("a", "link", "Link to this step");
      this.now = make("div", "now");
      this.now.setAttribute("aria-live", "polite");
      this.now.setAttribute("aria-atomic", "true");
      this.why = make("details", "why", make("summary", "", "Clauses of this step"));
      this.cites = make("dl", "basis");
      this.why.append(this.cites);
      this.board = make("div", "table");
      const controls = make("div", "controls", this.first, this.back, this.next, this.end, this.count, this.link);
      controls.setAttribute("role", "group");
      controls.setAttribute("aria-label", "Step through the play");
      section.querySelector(".stepper").append(
        make("div", "bar", controls, this.slider), this.now, this.why, this.board,
      );
      this.items.forEach((item, number) => {
        item.removeAttribute("id"); // else the browser would scroll past the board to the list
        item.querySelector("a").addEventListener("click", (event) => {
          event.preventDefault();
          this.show(number);
        });
      });
    }

    move(by) {
      const loop = this.data.loop;
      if (by > 0 && this.step === this.last && loop !== null) this.show(loop + 1);
      else this.show(this.step + by);
    }

    show(number, remember = true) {
      const step = Math.min(Math.max(number, 0), this.last);
      if (step === this.step) return;
      this.step = step;
      const { data, last } = this;
      const wrong = data.wrong && step === last;
      this.first.disabled = this.back.disabled = step === 0;
      this.end.disabled = step === last;
      const again = step === last && data.loop !== null;
      this.next.disabled = step === last && !again;
      this.next.textContent = again ? "Again ↺" : "Next →";
      this.slider.value = step;
      this.count.textContent = `${step} of ${last}`;
      this.link.href = `#${data.address}/${step}`;
      this.items.forEach((item, n) => {
        const link = item.querySelector("a");
        if (n === step) link.setAttribute("aria-current", "step");
        else link.removeAttribute("aria-current");
      });
      this.tell(step, wrong);
      const board = whole(told.parts[data.boards[Math.min(step, data.boards.length - 1)]]);
      const faults = step === last ? data.faults : NOBODY_FAILS;
      this.board.replaceChildren(drawBoard(wrong ? withoutMarks(board) : board, faults));
      const list = this.items[0].parentElement;
      const item = this.items[step];
      if (item.offsetTop < list.scrollTop || item.offsetTop + item.offsetHeight > list.scrollTop + list.clientHeight) {
        list.scrollTop = item.offsetTop - list.clientHeight / 2;
      }
      this.mark(String(step));
      if (remember) history.replaceState(null, "", `#${data.address}/${step}`);
    }

    mark(step) {
      for (const dot of this.graph ? this.graph.querySelectorAll("[data-dot]") : []) {
        const here = dot.dataset.dot.split(" ").includes(step);
        dot.classList.toggle("here", here);
        if (here) this.graph.scrollLeft = dot.firstChild.cx.baseVal.value - this.graph.clientWidth / 2;
      }
    }

    tell(number, wrong) {
      const told = number ? this.data.steps[number - 1] : null;
      this.slider.setAttribute("aria-valuetext", told ? `${number}: ${told.sentence}` : "0: the game starts");
      this.now.replaceChildren(
        make("p", "sentence", make("span", "n", hush("Step "), String(number)), " ",
          make("span", "", told ? told.sentence : "The game starts")),
      );
      this.why.hidden = !(told && told.clauses.length);
      this.cites.replaceChildren();
      if (!told) return;
      if (told.assumed !== null) {
        this.now.append(make("p", "note", `Assumed, with no clause of its own: ${told.assumed}`));
      }
      if (wrong) this.now.append(make("p", "note bad", "This step goes wrong: no state follows it. The board is the one before it."));
      if (told.changes.length) {
        const list = make("ul", "diff");
        for (const [path, before, after] of told.changes) {
          const change = make("li", "", make("code", "", path), " ");
          if (before === NOTHING) change.append("came: ", make("b", "", worded(after)));
          else if (after === NOTHING) change.append("left: ", worded(before));
          else change.append(make("s", "", worded(before)), " → ", make("b", "", worded(after)));
          list.append(change);
        }
        this.now.append(list);
      } else if (!wrong) this.now.append(make("p", "note", "Nothing on the board changes."));
      if (number === this.last && this.data.loop !== null) {
        const where = this.data.loop ? `after step ${this.data.loop}` : "at the start";
        this.now.append(make("p", "note", `↺ The board is again the one ${where}: so on for ever.`));
      }
      for (const clause of told.clauses) {
        this.cites.append(make("dt", "", make("code", "", clause)), make("dd", "", this.data.texts[clause] || "–"));
      }
      this.why.firstChild.textContent = `Clauses of this step (${told.clauses.length})`;
      if (told.place) this.cites.append(make("dt", "", "Rule"), make("dd", "", make("code", "", told.place)));
    }
  }

  const players = new Map();
  for (const data of told.plays) {
    const section = byId(data.address)?.querySelector(".play");
    if (section) players.set(data.address, new Player(data, section));
  }

  // ---- one view at a time -------------------------------------------------------------------------------

  const views = [...document.querySelectorAll(".view")];
  let shown = null;

  function route(event) {
    let hash = location.hash.slice(1);
    try {
      hash = decodeURIComponent(hash);
    } catch {
      // What is no encoded text is taken as it stands.
    }
    const found = views.find((view) => hash === view.id || hash.startsWith(`${view.id}/`));
    if (!found && hash === "content" && shown) return;
    const view = found || byId("overview");
    const rest = hash.slice(view.id.length + 1);
    const player = players.get(view.id);
    for (const other of views) other.classList.toggle("on", other === view);
    if (player) player.show(/^\d+$/.test(rest) ? Number(rest) : Math.max(player.step, 0), false);
    if (view === shown) return;
    document.title = `${view.querySelector("h1, h2").textContent} · ruleproof report`;
    shown = view;
    if (event) view.querySelector("h1, h2").focus({ preventScroll: true });
    scrollTo(0, 0);
    if (player && rest) view.querySelector(".play").scrollIntoView();
  }

  addEventListener("hashchange", route);
  route(null);

  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const target = event.target;
    const types = target instanceof HTMLInputElement && target.type !== "range";
    const by = { ArrowRight: 1, j: 1, ArrowLeft: -1, k: -1 }[event.key];
    const player = shown && players.get(shown.id);
    if (types || !by || !player) return;
    event.preventDefault();
    player.move(by);
  });

  addEventListener("beforeprint", () => {
    for (const player of players.values()) if (player.step < 0) player.show(player.last, false);
    for (const details of document.querySelectorAll("details")) details.open = true;
  });

  // ---- filter -------------------------------------------------------------------------------------------

  for (const listing of document.querySelectorAll(".listing")) {
    const form = listing.querySelector(".filter");
    const words = form.querySelector("input");
    const told = form.querySelector("[role=status]");
    const buttons = [...form.querySelectorAll("[data-filter]")];
    const items = [...listing.querySelectorAll(".claim")];
    let wanted = "all";
    const filter = () => {
      const text = words.value.trim().toLowerCase();
      let count = 0;
      for (const item of items) {
        const fits = (wanted === "all" || item.dataset.group === wanted) && item.dataset.words.includes(text);
        item.hidden = !fits;
        count += fits;
      }
      for (const game of listing.querySelectorAll(".game")) game.hidden = !game.querySelector(".claim:not([hidden])");
      told.textContent = `${count} of ${items.length} ${form.dataset.what} are shown`;
    };
    for (const button of buttons) {
      button.addEventListener("click", () => {
        wanted = button.dataset.filter;
        for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
        filter();
      });
    }
    words.addEventListener("input", filter);
    form.addEventListener("submit", (event) => event.preventDefault());
  }
})();
