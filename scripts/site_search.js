/* Search of the documentation site where its pages are files: browsers then let the theme neither
 * fetch its index nor start its worker. The index is a script that is loaded when somebody types. */
(function () {
  "use strict";
  if (location.protocol !== "file:") return;
  const most = 20, around = 60;
  const config = JSON.parse(document.getElementById("__config").textContent);
  const base = new URL(config.base + "/", location);
  const form = document.createElement("form");
  form.className = "simoom-search";
  form.setAttribute("role", "search");
  form.innerHTML = '<input type="search" placeholder="Search" aria-label="Search">' +
    '<ol aria-label="Pages found" aria-live="polite"></ol>';
  const style = document.createElement("style");
  style.textContent = ".simoom-search{margin-left:auto;position:relative}" +
    ".simoom-search input{padding:.2rem .5rem;font-size:.7rem;width:11rem;max-width:38vw;background:#fff;color:#222;border-radius:.1rem}" +
    ".simoom-search ol{position:absolute;right:0;width:24rem;max-width:90vw;max-height:70vh;overflow:auto;margin:0;" +
    "padding:0;background:#fff;color:#222;font-size:.65rem;box-shadow:0 2px 8px #0006}" +
    ".simoom-search ol:empty{display:none}.simoom-search li{list-style:none;padding:.4rem .6rem}" +
    ".simoom-search a{color:#00796b;display:block;font-weight:700}";
  document.head.append(style);
  document.querySelector(".md-header__inner").append(form);
  const input = form.querySelector("input"), list = form.querySelector("ol");

  /* Pages and sections that have all words: those with them in the title first, each once. */
  function find(words) {
    const found = [], seen = new Set();
    for (const page of window.simoomPages) {
      const title = page.title.toLowerCase(), text = page.text.toLowerCase();
      if (!words.every((word) => title.includes(word) || text.includes(word))) continue;
      const name = page.location.split("#")[0] + " " + title;
      if (seen.has(name)) continue;
      seen.add(name);
      found.push({page, rank: words.filter((word) => title.includes(word)).length, at: text.indexOf(words[0])});
    }
    return found.sort((a, b) => b.rank - a.rank).slice(0, most);
  }

  function show() {
    const words = input.value.toLowerCase().split(/\s+/).filter((word) => word.length > 1);
    list.replaceChildren();
    if (words.length === 0 || !window.simoomPages) return;
    const found = find(words);
    for (const one of found) {
      const item = document.createElement("li"), link = document.createElement("a");
      link.href = new URL(one.page.location, base);
      link.textContent = one.page.title;
      const from = Math.max(0, one.at - around);
      item.append(link, one.at < 0 ? "" : one.page.text.slice(from, from + 3 * around));
      list.append(item);
    }
    if (found.length === 0) list.append(Object.assign(document.createElement("li"), {textContent: "No page has all of it."}));
  }

  input.addEventListener("focus", function () {
    if (window.simoomPages || form.querySelector("script")) return;
    const script = document.createElement("script");
    script.src = new URL("search/search_index.js", base);
    script.onload = show;
    form.append(script);
  });
  input.addEventListener("input", show);
  input.addEventListener("keydown", (event) => event.key === "Escape" && list.replaceChildren());
  form.addEventListener("submit", function (event) {
    event.preventDefault();
    const first = list.querySelector("a");
    if (first) location.href = first.href;
  });
})();
