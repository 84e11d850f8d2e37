// Keys, the figures of a run, and the live tail. The page works without it.
"use strict";
(() => {
  const PAUSE = 2000;
  const typing = (e) => e.target instanceof HTMLInputElement || e.ctrlKey || e.metaKey || e.altKey;

  document.addEventListener("keydown", (e) => {
    if (e.key === "Escape" && e.target instanceof HTMLInputElement) {
      e.target.blur();
      return;
    }
    if (typing(e)) return;
    const focus = (id) => {
      const field = document.getElementById(id);
      if (field) {
        e.preventDefault();
        field.focus();
        field.select();
      }
    };
    const follow = (rel) => document.querySelector(`.pager a[rel=${rel}]`)?.click();
    if (e.key === "/") focus("v");
    else if (e.key === "f") focus("q");
    else if (e.key === "n") follow("next");
    else if (e.key === "p") follow("prev");
  });

  // The server escapes what it sends; parsing it as a document runs no script.
  const parsed = (html) => new DOMParser().parseFromString(html, "text/html");

  const repeat = (what) => {
    const again = async () => {
      if (!document.hidden) {
        try {
          await what();
        } catch {
          // The run may have ended: the page keeps what it has.
        }
      }
      setTimeout(again, PAUSE);
    };
    setTimeout(again, PAUSE);
  };

  const now = document.getElementById("now");
  if (now) {
    repeat(async () => {
      const answer = await fetch(now.dataset.refresh);
      if (answer.ok) now.replaceChildren(...parsed(await answer.text()).body.childNodes);
    });
  }

  const table = document.querySelector("table[data-rows]");
  if (table && location.hash === "#tail") {
    const body = table.tBodies[0];
    const box = table.parentElement;
    const toEnd = () => { box.scrollTop = box.scrollHeight; };
    toEnd();
    repeat(async () => {
      const answer = await fetch(table.dataset.rows);
      if (!answer.ok) return;
      const fresh = parsed("<table>" + (await answer.text()) + "</table>");
      const rows = fresh.querySelector("tbody");
      if (rows && rows.innerHTML !== body.innerHTML) {
        const atEnd = box.scrollTop + box.clientHeight >= box.scrollHeight - 40;
        body.replaceChildren(...rows.childNodes);
        if (atEnd) toEnd();
      }
    });
  }
})();
