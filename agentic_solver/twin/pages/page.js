"use strict";
// Renews what the page shows, without a jump; a server that is gone is said, and asked again.
const main = document.querySelector("main[data-live]");
async function renew() {
  const note = document.querySelector("#note");
  try {
    const answer = await fetch(location.pathname, {cache: "no-store"});
    const next = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
    if (next && next.innerHTML !== main.innerHTML) main.innerHTML = next.innerHTML;
    note.textContent = "";
  } catch {
    note.textContent = "The server does not answer; what follows is what it said last.";
  }
}
if (main) setInterval(() => { if (!document.hidden) renew(); }, 2000);
