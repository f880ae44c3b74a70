// Values of thread locals that stay in waiting threads of pools, a row for each variable and class.
function threadLocals() {
  const { rows, more } = page.threadLocals;
  if (!rows.length) return [];
  const heads = ['Variable', 'Values', 'Threads', ''].map((text) => el('th', {}, text));
  const table = el('table', {},
      el('thead', {}, el('tr', {}, heads)),
      el('tbody', {}, rows.map((row) => el('tr', {}, row.map((text) => el('td', {}, text))))));
  return [el('div', { class: 'card wide' }, table), more && el('p', { class: 'soft' }, more)].filter(Boolean);
}
