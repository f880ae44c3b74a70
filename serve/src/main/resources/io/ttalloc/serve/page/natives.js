// Native processes: what they report over the socket or count in their regions.
const NATIVE_COLUMNS = [
  ['Live', (process) => (process.live == null ? UNKNOWN : grouped(process.live))],
  ['Bytes', (process) => about(process.bytes)],
  ['Allocated twice', (process) => (process.allocatedTwice == null ? UNKNOWN : grouped(process.allocatedTwice))],
];

// How much a process has allocated in each space, over all devices.
function spacesOf(process) {
  const sums = new Map();
  for (const part of process.memory) {
    if (part.bytes > 0) sums.set(part.space, (sums.get(part.space) || 0) + part.bytes);
  }
  return [...sums].map(([space, sum]) => about(sum) + ' of ' + space).join(', ');
}

function nativeRow(process) {
  const ended = process.state === 'ended';
  const says = [spacesOf(process), 'source: ' + process.source].filter(Boolean).join(' \u00b7 ');
  return el('tr', { 'data-native': process.pid, 'data-source': process.source },
      el('th', { scope: 'row' }, el('b', {}, process.program || 'unknown program'), el('span', { class: 'soft' }, ' ' + process.pid),
          el('span', { class: 'soft says' }, says)),
      el('td', { class: 'state' }, el('span', { class: 'chip ' + (ended ? 'warn' : 'good') }, process.state)),
      NATIVE_COLUMNS.map(([title, text]) => el('td', { class: 'number', 'data-title': title }, text(process))));
}

// Shows processes that are running or have left something. A process that both sources know has a row for each.
function nativePanel() {
  const body = el('tbody', {});
  const notes = el('ul', { class: 'facts' });
  const heads = NATIVE_COLUMNS.map(([title]) => el('th', { class: 'number', scope: 'col' }, title));
  const table = el('table', { class: 'processes' }, el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, 'Program'),
      el('th', { scope: 'col' }, 'State'), heads)), body);
  const node = el('section', { id: 'natives', hidden: true }, el('h2', {}, 'Native processes'),
      el('p', { class: 'lead' }, 'They have no stacks and no verdicts. If socket and region both list a process, they count the same bytes; do not add them.'),
      el('div', { class: 'card' }, table), notes);
  let shown = null;
  return {
    node,
    show(natives) {
      const text = JSON.stringify(natives);
      if (text === shown) return;
      shown = text;
      const processes = natives.processes.filter((process) => process.state === 'running' || process.bytes > 0 || process.live > 0);
      body.replaceChildren(...processes.map(nativeRow));
      notes.replaceChildren(...natives.problems.map((problem) => el('li', {}, problem)));
      node.hidden = processes.length === 0 && natives.problems.length === 0;
    },
  };
}
