// The page is whole without it. It sorts and filters the findings, copies texts, opens the finding that the address names, and opens all of them on paper.
"use strict";
(() => {
  document.body.classList.add("live");
  const list = document.querySelector(".list");
  if (!list) return;
  const findings = [...list.querySelectorAll(".finding")];
  const collator = new Intl.Collator("en", { numeric: true });

  const form = document.querySelector(".filter");
  const filter = () => {
    const words = form.elements.words.value.toLowerCase().split(/\s+/).filter(Boolean);
    const selects = [...form.querySelectorAll("select")];
    let shown = 0;
    for (const finding of findings) {
      const text = words.length ? finding.textContent.toLowerCase() : "";
      const fits = selects.every((select) => select.value === "*" || finding.dataset[select.name] === select.value) &&
        words.every((word) => text.includes(word));
      finding.hidden = !fits;
      shown += fits;
    }
    form.querySelector("output").value = `${shown} of ${findings.length}`;
  };
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());

  for (const button of list.querySelectorAll("[data-sort]"))
    button.addEventListener("click", () => {
      const key = button.dataset.sort;
      // Counts begin with the greatest, names with the first.
      const down = button.dataset.order ? button.dataset.order === "up" : key === "met";
      for (const other of list.querySelectorAll("[data-sort]")) delete other.dataset.order;
      button.dataset.order = down ? "down" : "up";
      findings.sort((a, b) => (down ? -1 : 1) * collator.compare(a.dataset[key], b.dataset[key]));
      list.append(...findings);
    });

  for (const button of list.querySelectorAll(".copy"))
    button.addEventListener("click", async (event) => {
      event.preventDefault();
      const text = button.closest("details").querySelector("pre").textContent;
      try {
        await navigator.clipboard.writeText(text);
        button.textContent = "copied";
      } catch {
        button.textContent = "cannot copy here";
      }
    });

  const openNamed = () => {
    const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (named && named.matches(".finding")) named.open = true;
  };
  openNamed();
  addEventListener("hashchange", openNamed);

  let opened = [];
  addEventListener("beforeprint", () => {
    opened = [...list.querySelectorAll("details:not([open])")];
    for (const details of opened) details.open = true;
  });
  addEventListener("afterprint", () => { for (const details of opened) details.open = false; });
})();
