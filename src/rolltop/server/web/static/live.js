// Live pages: forms without a reload, the stream of new pages, and a morph that keeps what is the same.
"use strict";

// ---- morph: make `from` equal to `to`, keeping elements of the same id, the focus and what is being typed -----------

function morphElement(from, to) {
  if (from.id === "toast") return; // what was said to this person stays until it has been read
  for (const { name } of [...from.attributes]) if (!to.hasAttribute(name)) from.removeAttribute(name);
  for (const { name, value } of to.attributes) if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  if (from.localName === "input" || from.localName === "textarea") return;
  if (from.localName === "details") from.open = to.open || from.matches("[open]:focus-within, [data-stays][open]");
  morphChildren(from, to);
}

function sameKind(a, b) {
  if (a.nodeType !== b.nodeType) return false;
  if (a.nodeType !== Node.ELEMENT_NODE) return true;
  return a.localName === b.localName && a.id === b.id;
}

function morphChildren(from, to) {
  const keyed = new Map();
  for (const child of from.children) if (child.id) keyed.set(child.id, child);
  let here = from.firstChild;
  for (const wanted of [...to.childNodes]) {
    let match = wanted.id ? keyed.get(wanted.id) : null;
    if (match && match.localName !== wanted.localName) match = null;
    if (!match && here && sameKind(here, wanted)) match = here;
    if (!match) {
      from.insertBefore(document.importNode(wanted, true), here);
      continue;
    }
    if (match !== here) from.insertBefore(match, here);
    else here = here.nextSibling;
    if (wanted.nodeType === Node.ELEMENT_NODE) morphElement(match, wanted);
    else if (match.nodeValue !== wanted.nodeValue) match.nodeValue = wanted.nodeValue;
  }
  while (here) {
    const next = here.nextSibling;
    here.remove();
    here = next;
  }
}

// ---- the page -------------------------------------------------------------------------------------------------------

const SETTLE = 350; // milliseconds in which a tap meant for the page before does not count
let changed = 0;
let source = null;

function number(page) {
  return parseInt(page.body.dataset.version || "0", 10);
}

function show(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  const sameSeat = fresh.body.dataset.seat === document.body.dataset.seat;
  if (sameSeat && number(fresh) < number(document)) return; // an answer that was overtaken by the stream
  const focused = document.activeElement;
  const key = focused && focused.dataset ? focused.dataset.key : null;
  const armed = document.querySelector(".armed");
  const meant = armed && meaning(armed);
  const same = choices(fresh) === choices(document);
  if (!same) changed = performance.now();
  document.title = fresh.title;
  fresh.body.classList.add("live"); // from now on what comes is new, and may move
  morphElement(document.body, fresh.body);
  document.body.classList.toggle("offline", lost);
  told = performance.now();
  tick();
  if (busy) document.body.setAttribute("aria-busy", "true"); // the stream was quicker than the answer
  if (armed && same && armed.isConnected && meaning(armed) === meant) arm(armed);
  else disarm();
  if (document.activeElement === document.body && focused !== document.body) {
    const again = (key && ofKey(key)) || document.querySelector("[data-lands]"); // where one is left when it is gone
    if (again) again.focus();
  }
  prepare();
}

// What a button does.
function meaning(button) {
  return (button.form && button.form.action) + button.name + button.value;
}

// What can be chosen on a page, of which kind it is among it.
function choices(page) {
  const kind = page.body.className.replace(/ (live|offline)\b/g, "");
  const moves = page.querySelectorAll('form:is([action$="/play"], [action$="/wish"]) button');
  return [kind, ...[...moves].map((b) => b.id + b.value + b.disabled)].join();
}

function prepare() {
  for (const field of document.querySelectorAll("input[data-random]:not([data-filled])")) {
    field.dataset.filled = "yes";
    field.value = Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");
  }
}

function say(text, stays = false) {
  const toast = document.getElementById("toast");
  if (!toast) return;
  toast.textContent = text;
  toast.hidden = !text;
  clearTimeout(say.timer);
  if (text && !stays) say.timer = setTimeout(() => say(""), 6000);
}

// ---- forms ----------------------------------------------------------------------------------------------------------

let busy = false;
let next = null; // what opens and shuts something, pressed meanwhile: that is not to be lost

async function send(form, button) {
  if (busy) {
    if (button && button.hasAttribute("aria-expanded")) next = button;
    return;
  }
  busy = true;
  document.body.setAttribute("aria-busy", "true");
  const onward = form.action.endsWith("/onward");
  if (onward && source) source.close(); // it still shows what this person has just left behind
  const body = new URLSearchParams(new FormData(form));
  if (button && button.name) body.set(button.name, button.value);
  body.set("sure", "yes");
  try {
    const answer = await fetch((button && button.getAttribute("formaction")) || form.action, {
      method: "POST",
      headers: { "x-live": "1" }, // so that the page comes with the answer
      body,
    });
    const html = await answer.text();
    if (!answer.ok) {
      const problem = new DOMParser().parseFromString(html, "text/html").getElementById("problem");
      say(problem ? problem.textContent.trim() : answer.statusText);
      const now = await fetch(location.href);
      if (now.ok) show(await now.text());
    } else if (answer.redirected && new URL(answer.url).pathname !== location.pathname) {
      location.assign(answer.url);
    } else {
      say("");
      show(html);
    }
  } catch {
    say(document.body.dataset.offline);
  } finally {
    if (onward) follow();
    busy = false;
    document.body.removeAttribute("aria-busy");
    const pressed = next;
    next = null;
    if (pressed && pressed.isConnected) pressed.click();
  }
}

// A choice that cannot be taken back is armed by the first tap and made by the second.

let armedUntil = 0;

function arm(button) {
  button.classList.add("armed");
  if (button.querySelector(".ask")) return;
  const ask = document.createElement("span");
  ask.className = "ask";
  ask.setAttribute("role", "alert");
  ask.textContent = button.dataset.guard;
  button.append(ask);
}

function disarm() {
  for (const button of document.querySelectorAll(".armed")) {
    button.classList.remove("armed");
    for (const ask of button.querySelectorAll(".ask")) ask.remove();
  }
}

function guarded(button) {
  if (!button.dataset.guard || button.classList.contains("armed")) return false;
  disarm();
  arm(button);
  armedUntil = performance.now() + 4000;
  setTimeout(() => performance.now() >= armedUntil - 50 && disarm(), 4000);
  return true;
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.hasAttribute("data-live")) return;
  event.preventDefault();
  const button = event.submitter;
  if (/\/(play|wish)$/.test(form.action) && performance.now() - changed < SETTLE) return;
  if (button && guarded(button)) return;
  const menu = form.closest("details.menu");
  if (menu) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
  send(form, button);
});

document.addEventListener("click", (event) => {
  const copy = event.target.closest("[data-copy]");
  if (copy) {
    navigator.clipboard.writeText(copy.dataset.copy).then(() => say(copy.dataset.done));
  } else if (!event.target.closest(".armed")) {
    disarm();
  }
  for (const menu of document.querySelectorAll("details.menu[open]")) if (!menu.contains(event.target)) menu.open = false;
});

// A radio button with data-again is switched off by choosing it again.

let chosen = null;

document.addEventListener("click", ({ target }) => {
  if (!target.matches("input[data-again]")) return;
  const again = target === chosen;
  if (again) target.checked = false;
  chosen = again ? null : target;
});
document.addEventListener("reset", () => {
  if (chosen && chosen.isConnected) chosen.focus(); // back to where it was chosen
  chosen = null;
});

const TYPED = "input:not([type=checkbox], [type=radio]), select, textarea";

// What a key stands for: of several things with that data-key the one to be seen.
function ofKey(key) {
  return [...document.querySelectorAll(`[data-key="${CSS.escape(key)}"]:not(:disabled)`)].find((one) => one.checkVisibility());
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    disarm();
    for (const menu of document.querySelectorAll("details.menu[open]")) menu.open = false;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest(TYPED)) return;
  if (event.key === "Enter" && event.target.closest("a, button, summary")) return;
  const button = ofKey(event.key.length === 1 ? event.key.toLowerCase() : event.key);
  if (!button) return;
  event.preventDefault();
  button.focus();
  button.click();
});

// ---- the stream -----------------------------------------------------------------------------------------------------

let lost = false;

function offline(now) {
  document.body.classList.toggle("offline", now);
  if (now === lost) return;
  lost = now;
  say(lost ? document.body.dataset.offline : "", lost);
}

function follow() {
  if (source) source.close();
  source = null;
  if (!document.body.dataset.stream) return;
  source = new EventSource(document.body.dataset.stream);
  source.addEventListener("page", (event) => show(event.data));
  source.addEventListener("open", () => offline(false));
  source.addEventListener("error", () => {
    offline(true);
    if (source && source.readyState === EventSource.CLOSED) setTimeout(follow, 2000);
  });
}

// ---- the clock of whoever thinks ------------------------------------------------------------------------------------

let told = 0; // when the page last said how much time there is

function clockWords(seconds, days) {
  const n = Math.floor(seconds / 86400);
  if (n) return days.replace("{n}", n);
  const two = (number) => String(Math.floor(number)).padStart(2, "0");
  const [hours, minutes, last] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return hours ? `${hours}:${two(minutes)}:${two(last)}` : `${minutes}:${two(last)}`;
}

function tick() {
  const clock = document.getElementById("clock");
  if (!clock) return;
  const { left, warns, days, mine } = clock.dataset;
  const now = Math.max(0, left - (performance.now() - told) / 1000);
  clock.querySelector("b").textContent = clockWords(now, days);
  const short = now <= warns;
  if (short && mine && !clock.classList.contains("short")) say(mine);
  clock.classList.toggle("short", short);
}

setInterval(tick, 500);

prepare();
told = performance.now();
follow();
window.addEventListener("pageshow", (event) => event.persisted && follow());
