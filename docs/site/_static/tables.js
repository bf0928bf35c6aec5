// On a narrow screen a table that does not fit becomes a list: each row a block, each cell behind the name of its column. A long
// table stays a table, and scrolls.
'use strict';
(() => {
  const LONGEST = 60; // rows

  const named = (table) => {
    const names = [...table.querySelectorAll('thead th')].map((cell) => cell.textContent.trim());
    for (const row of table.tBodies[0].rows)
      [...row.cells].forEach((cell, place) => { cell.dataset.name = names[place] || ''; });
  };

  // A cell of several words in a column of a few letters.
  const isCramped = (cell) => cell.textContent.trim().length > 40 && cell.clientWidth < 140;

  const fit = () => {
    for (const table of document.querySelectorAll('article table.docutils')) {
      if (!table.tBodies[0] || !table.tHead) continue;
      table.classList.remove('stacked');
      const rows = [...table.tBodies[0].rows];
      if (!window.matchMedia('(max-width: 46em)').matches || rows.length > LONGEST) continue;
      const box = table.parentElement;
      const cramped = rows.some((row) => [...row.cells].some(isCramped));
      if (table.scrollWidth <= box.clientWidth && !cramped) continue;
      named(table);
      table.classList.add('stacked');
    }
  };

  fit();
  window.addEventListener('resize', fit);
})();
