// Assembles the report. Charts are drawn once they are in the page, since they need its width.
const drawings = [];

function onShow(draw) {
  drawings.push(draw);
}

// Draws again whenever the colour scheme changes, until another report replaces this one.
function onScheme(draw) {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw, { signal: place.signal });
}

function section(id, title, lead, parts) {
  if (!parts.length) return;
  place.main.append(el('section', { id }, el('h2', {}, title), lead && el('p', { class: 'lead' }, lead), parts));
  const list = place.nav.querySelector('ul') || place.nav.appendChild(el('ul', {}));
  list.append(el('li', {}, el('a', { href: '#' + id }, title)));
}

place.head.append(...header());
const sections = [
  () => section('summary', 'Summary', null, summary()),
  () => section('findings', 'Findings', 'Open resources, grouped by the call that opened them. Click an entry to see the reasons for its verdict, and the call that'
      + ' would free its resources.' + (data.totals.liveBytes > 0 ? ' Bytes are summed over handles.' : ''), findings()),
];
// A page with a leak begins with it, open.
if (leads()) sections.reverse();
sections.forEach((write) => write());
section('misuse', 'Misuse', 'Incorrect uses, such as double closes, each with both stacks.', misuse());
section('flame', 'Flame graph', 'Resources by verdict, at the top, then by the stack that opened them, from the outermost call'
    + ' inwards.' + (data.totals.liveBytes > 0 ? ' Bytes are summed over regions; a region that several stacks share is counted for each of them.' : ''), flame());
section('timeline', 'Timeline', timelineLead(), timeline());
section('banks', 'Memory map', 'Addresses per bank. Each place that opens resources has one colour. In the gaps, nothing is tracked; long gaps are'
    + ' shortened and marked with a line.', banks());
section('lifetimes', 'Lifetimes', 'How long the closed resources lived.', lifetimes());
drawings.forEach((draw) => draw());
