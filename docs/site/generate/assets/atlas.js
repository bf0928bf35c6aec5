// The filter of the atlas. The address keeps what was asked, so that a filtered list can be sent as a link.
'use strict';
(() => {
  const form = document.getElementById('mc-filter');
  const rows = [...document.querySelectorAll('#mc-causes > li')];
  const fields = ['text', 'version', 'severity', 'rule', 'kind', 'operator'];

  // An operator matches with or without its overload: "add_" finds add_.Tensor.
  const hasOperator = (row, wanted) =>
    row.dataset.operators.split(' ').some((name) => name === wanted || name.startsWith(wanted + '.'));

  const tests = {
    text: (row, value) => value.toLowerCase().split(/\s+/).every((word) => row.dataset.words.includes(word)),
    version: (row, value) => row.dataset.versions.split(' ').includes(value),
    severity: (row, value) => row.dataset.severity.split('|').includes(value),
    rule: (row, value) => row.dataset.rules.split(' ').includes(value),
    kind: (row, value) => row.dataset.kind === value,
    operator: hasOperator,
  };

  const asked = () => fields.map((name) => [name, form.elements[name].value.trim()]).filter((pair) => pair[1]);

  const show = () => {
    const wanted = asked();
    let shown = 0;
    for (const row of rows) {
      row.hidden = !wanted.every(([name, value]) => tests[name](row, value));
      if (!row.hidden) shown += 1;
    }
    form.elements.count.textContent = `${shown} of ${rows.length} causes`;
    const query = new URLSearchParams(wanted).toString();
    try {
      history.replaceState(null, '', '#' + (query && '?' + query));
    } catch (error) {
      // Some browsers keep the address of a file as it is. The filter works all the same.
    }
  };

  // What is asked stands behind "?" in a link from another page, and behind "#?" once somebody used the filter.
  const read = () => {
    const text = location.hash.startsWith('#?') ? location.hash.slice(2) : location.search.slice(1);
    for (const [name, value] of new URLSearchParams(text)) if (fields.includes(name)) form.elements[name].value = value;
  };

  read();
  if (asked().length) show();
  else form.elements.count.textContent = `${rows.length} of ${rows.length} causes`;
  form.addEventListener('input', show);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('reset', () => setTimeout(show));
  addEventListener('hashchange', () => { if (location.hash.startsWith('#?')) { read(); show(); } });
})();
