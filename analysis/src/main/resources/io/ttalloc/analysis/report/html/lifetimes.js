// How long closed resources lived: percentiles, and a histogram with a bar per power of two.
const POWER_NANOS = 64;

function histogram(powers, first, last) {
  const most = Math.max(...powers);
  const bars = [];
  for (let i = first; i <= last; i++) {
    const count = powers[i] || 0;
    const from = POWER_NANOS * 2 ** i;
    bars.push(el('span', { style: { height: (count ? Math.max(6, (100 * count) / most) : 0) + '%' }, onmouseleave: hideTip,
      onmousemove: (e) => showTip(e, duration(from) + ' to ' + duration(2 * from) + ': ' + grouped(count)) }));
  }
  return el('div', { class: 'histogram' }, bars);
}

function lifetimes() {
  const rows = page.lifetimes;
  if (!rows.length) return [];
  const last = Math.max(...rows.map((row) => row.powers.length)) - 1;
  const first = Math.min(...rows.map((row) => row.powers.findIndex((count) => count > 0)));
  const axis = duration(POWER_NANOS * 2 ** first) + ' to ' + duration(POWER_NANOS * 2 ** (last + 1));
  const numbersFrom = 2;
  const cell = (tag, text, i) => el(tag, i < numbersFrom ? {} : { class: 'number' }, text);
  const heads = ['Type', 'Site', 'Closed', 'p50', 'p90', 'p99', 'max'].map((text, i) => cell('th', text, i));
  const table = el('table', {},
      el('thead', {}, el('tr', {}, heads, el('th', {}, axis))),
      el('tbody', {}, rows.map((row) => el('tr', {}, row.cells.map((text, i) => cell('td', text, i)),
          el('td', {}, histogram(row.powers, first, last))))));
  const more = data.lifetimes.length - rows.length;
  return [el('div', { class: 'card wide' }, table), more > 0 && el('p', { class: 'soft' }, 'and ' + grouped(more) + ' more')]
      .filter(Boolean);
}
