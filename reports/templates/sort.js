for (const button of document.querySelectorAll("th button")) {
  button.addEventListener("click", () => {
    const head = button.closest("th"), table = head.closest("table"), body = table.tBodies[0];
    const down = head.getAttribute("aria-sort") === "ascending", at = head.cellIndex;
    const value = (row) => row.cells[at].dataset.v ?? row.cells[at].textContent.trim();
    const order = (one, two) => {
      const a = value(one), b = value(two), numbers = a !== "" && b !== "" && !isNaN(a) && !isNaN(b);
      return (numbers ? a - b : a.localeCompare(b)) * (down ? -1 : 1);
    };
    for (const other of table.querySelectorAll("th[aria-sort]")) other.setAttribute("aria-sort", "none");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    body.append(...[...body.rows].sort(order));
    const said = table.parentElement.nextElementSibling;
    if (said) said.textContent = `sorted by ${button.textContent}, ${down ? "descending" : "ascending"}`;
  });
}
