// What the pages do beside being read: a turn's table step by step, the search, and the check of a game's file.
// Without a script the story stands there as a list, and every page can be reached by links.
"use strict";

function replay(box) {
  const data = document.querySelector("[data-frames]");
  const moments = [...box.querySelectorAll(".moments > li")];
  const svg = box.querySelector(".stage svg");
  if (!data || !svg) return;
  const { shapes, lines, frames } = JSON.parse(data.textContent);
  const line = ([shape, ...places]) => shapes[shape].map((part, n) => part + (places[n] ?? "")).join("");
  const step = box.querySelector("[data-step]");
  const buttons = Object.fromEntries([...box.querySelectorAll("[data-to]")].map((one) => [one.dataset.to, one]));
  const beside = matchMedia("(min-width: 66rem)");
  let at = frames.length - 1;

  function show(to, follow) {
    at = Math.max(0, Math.min(frames.length - 1, to));
    const [high, ...drawn] = frames[at];
    const wide = svg.viewBox.baseVal.width;
    svg.setAttribute("viewBox", `0 0 ${wide} ${high}`);
    svg.setAttribute("height", high);
    svg.innerHTML = drawn.map((n) => line(lines[n])).join("\n");
    moments.forEach((one, n) => (n === at - 1 ? one.setAttribute("aria-current", "step") : one.removeAttribute("aria-current")));
    step.textContent = at ? `${at} of ${moments.length}: ${said(moments[at - 1])}` : "Before this turn.";
    const idle = { first: at === 0, back: at === 0, on: at === frames.length - 1, last: at === frames.length - 1 };
    // Not disabled: a button that has the keyboard keeps it.
    for (const [name, one] of Object.entries(buttons)) one.setAttribute("aria-disabled", idle[name]);
    // On a phone the table stands above the story, and the buttons with it: there the step is read beside them.
    if (follow && at && beside.matches) moments[at - 1].scrollIntoView({ block: "nearest" });
  }

  function said(moment) {
    const text = moment.innerText.trim().replace(/\s+/g, " ");
    return text.length > 140 ? text.slice(0, text.lastIndexOf(" ", 140)) + " \u2026" : text;
  }

  const steps = { first: () => 0, back: () => at - 1, on: () => at + 1, last: () => frames.length - 1 };
  for (const [name, one] of Object.entries(buttons)) one.addEventListener("click", () => show(steps[name](), true));
  moments.forEach((one, n) => one.addEventListener("click", (event) => {
    if (!event.target.closest("a") && getSelection().isCollapsed) show(n + 1, false);
  }));
  box.querySelector(".stage").addEventListener("keydown", (event) => {
    const name = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }[event.key];
    if (!name || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(steps[name](), true);
  });
  box.classList.add("live");
  box.querySelector("[data-controls]").hidden = step.hidden = false;
  show(at, false);
}

function search(form) {
  const input = form.querySelector("input");
  const found = document.querySelector("[data-found]");
  const list = document.querySelector("[data-list]");
  const pages = (window.searched || []).flat().map(([path, title, where, text], id) => ({ id, path, title, where, text }));
  const index = new MiniSearch({
    fields: ["title", "text"],
    storeFields: ["path", "title", "where", "text"],
    // A rule's number is one word.
    tokenize: (text) => text.match(/[\p{L}\p{N}]+(?:[-.'\u2019][\p{L}\p{N}]+)*/gu) || [],
    searchOptions: { boost: { title: 3 }, prefix: true, fuzzy: (term) => (term.length > 4 ? 0.2 : false), combineWith: "AND" },
  });
  index.addAll(pages);

  function marked(text, terms) {
    const at = Math.max(0, ...terms.map((term) => text.toLowerCase().indexOf(term)).filter((n) => n >= 0).slice(0, 1));
    const start = at > 60 ? text.indexOf(" ", at - 60) + 1 : 0;
    const cut = (start ? "\u2026 " : "") + text.slice(start, start + 220) + (text.length > start + 220 ? " \u2026" : "");
    const words = terms.map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).sort((a, b) => b.length - a.length);
    const p = document.createElement("p");
    for (const part of words.length ? cut.split(new RegExp(`(${words.join("|")})`, "giu")) : [cut]) {
      const hit = words.length && new RegExp(`^(?:${words.join("|")})$`, "iu").test(part);
      const one = document.createElement(hit ? "mark" : "span");
      one.textContent = part;
      p.append(one);
    }
    return p;
  }

  function show() {
    const asked = input.value.trim();
    const hits = asked ? index.search(asked).slice(0, 40) : [];
    list.replaceChildren(...hits.map((hit) => {
      const li = document.createElement("li");
      const link = document.createElement("a");
      const where = document.createElement("span");
      link.href = hit.path;
      link.textContent = hit.title;
      where.className = "pale";
      where.textContent = ` ${hit.where}`;
      li.append(link, where, marked(hit.text, hit.terms));
      return li;
    }));
    found.textContent = !asked ? "" : hits.length ? `${hits.length === 40 ? "The first 40" : hits.length} found.` : "Nothing was found.";
    history.replaceState(null, "", asked ? `#${encodeURIComponent(asked)}` : location.pathname);
  }

  try {
    input.value = decodeURIComponent(location.hash.slice(1));
  } catch {
    input.value = location.hash.slice(1); // somebody typed it: a % of its own
  }
  input.addEventListener("input", show);
  form.addEventListener("submit", (event) => event.preventDefault());
  show();
  input.focus();
}

function verify(form) {
  Verifier.attach(form.querySelector("[type=file]"), document.querySelector("[data-verdict-of]"), form.querySelector("[type=text]"));
  form.addEventListener("submit", (event) => event.preventDefault());
}

function receipt(form) {
  Receipts.attach(form.querySelector("textarea"), form.querySelector("[type=text]"), document.querySelector("[data-receipt-verdict]"));
  form.addEventListener("submit", (event) => event.preventDefault());
}

// What is wider than the screen can be moved by keyboard, too, and fades where it goes on.
function reachable() {
  for (const one of document.querySelectorAll("main table, main pre, main .scroll")) {
    const wider = one.scrollWidth - one.clientWidth;
    if (!wider || getComputedStyle(one).overflowX !== "auto") {
      one.classList.remove("ahead", "behind");
      continue;
    }
    one.tabIndex = 0;
    one.classList.toggle("ahead", one.scrollLeft < wider - 1);
    one.classList.toggle("behind", one.scrollLeft > 1);
  }
}

reachable();
addEventListener("resize", reachable);
document.addEventListener("toggle", reachable, true);
document.addEventListener("scroll", reachable, { capture: true, passive: true });
document.querySelectorAll("[data-verify]").forEach(verify);
document.querySelectorAll("[data-receipt]").forEach(receipt);
document.querySelectorAll("[data-replay]").forEach(replay);
document.querySelectorAll("[data-search]").forEach(search);
