// The table of processes. Rows stay the same elements, so that focus and selection stay where they are.
const STATES = { running: 'good', killed: 'warn', ended: 'calm', gone: 'calm' };
const UNKNOWN = '\u2013';
// With at least this many processes, the table can be filtered.
const FILTER_FROM = 6;
const MAX_DIFFERENCE = 80;
// The number of processes shown of each program until the user asks for the others.
const SHOWN_OF_A_GROUP = 3;
const wordOf = (process) => (process.deleted ? 'gone' : process.state);
const linkTo = (process) => './?pid=' + process.pid + '&started=' + startedOf(process);
const rate = (perSecond) => (perSecond == null ? UNKNOWN : perSecond > 0 && perSecond < 10 ? perSecond.toFixed(1) : grouped(perSecond));
const time = (millis) => new Date(millis).toLocaleTimeString([], { hourCycle: 'h23' });

const ageText = (millis) => (millis == null ? UNKNOWN : millis < 1000 ? '<1 s' : duration(Math.floor(millis / 1000) * 1e9));

// The age is shown if the counters have changed since.
function judgedText(process, now) {
  if (process.judgedAt == null) return 'not judged yet';
  const seconds = Math.round((now - Date.parse(process.judgedAt)) / 1000);
  return process.outdated && seconds > 2 ? 'judged ' + seconds + ' s ago' : '';
}

function curve(values) {
  const most = Math.max(1, ...values);
  const step = 100 / Math.max(1, values.length - 1);
  return values.map((value, i) => (i * step).toFixed(1) + ',' + (19 - (18 * value) / most).toFixed(1)).join(' ');
}

function sparkline() {
  const name = 'http://www.w3.org/2000/svg';
  const line = document.createElementNS(name, 'polyline');
  const picture = document.createElementNS(name, 'svg');
  picture.setAttribute('viewBox', '0 0 100 20');
  picture.setAttribute('preserveAspectRatio', 'none');
  picture.setAttribute('aria-hidden', 'true');
  picture.append(line);
  return { node: picture, draw: (values) => line.setAttribute('points', values.length > 1 ? curve(values) : '') };
}

const COLUMNS = [
  ['live', 'Live', (process) => (process.live == null ? UNKNOWN : grouped(process.live))],
  ['bytes', 'Bytes', (process) => (process.liveBytes == null ? UNKNOWN : about(process.liveBytes))],
  ['leaks', 'Leaks', (process) => (process.leaks == null ? UNKNOWN : grouped(process.leaks))],
  ['rate', 'Opened/s', (process) => rate(process.state === 'running' ? process.openedPerSecond : null)],
  ['rate', 'Closed/s', (process) => rate(process.state === 'running' ? process.closedPerSecond : null)],
  ['age', 'Age', (process) => ageText(process.ageMillis)],
];

function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

function processRow(process) {
  const state = el('span', { class: 'chip' });
  const link = el('a', { href: linkTo(process), title: process.command });
  const differs = el('span', { class: 'soft' });
  const says = el('span', { class: 'soft says' });
  const cells = COLUMNS.map(([kind, title]) => el('td', { class: 'number ' + kind, 'data-title': title }));
  const spark = sparkline();
  const last = el('td', { class: 'spark' }, spark.node);
  const node = el('tr', { 'data-pid': process.pid },
      el('th', { scope: 'row' }, link,
          el('span', { class: 'soft' }, ' ' + process.pid), differs, says),
      el('td', { class: 'state' }, state), cells, last);
  return {
    node,
    show(now, at, difference) {
      setText(link, difference ? kindOf(now) : now.program);
      setText(differs, difference && ' ' + difference);
      const word = wordOf(now);
      node.dataset.state = word;
      state.className = 'chip ' + (STATES[word] || 'calm');
      setText(state, word);
      setText(says, [now.headline, judgedText(now, at)].filter(Boolean).join(' \u00b7 '));
      COLUMNS.forEach(([kind, , text], i) => {
        setText(cells[i], text(now));
        if (kind === 'leaks') cells[i].classList.toggle('some', now.leaks > 0);
      });
      last.classList.toggle('none', now.openHistory.length < 2);
      spark.draw(now.openHistory);
    },
  };
}

// Groups the processes by jar or main class. Those with the most leaks come first in their group, and the group of the worst one comes first.
const kindOf = (process) => process.program.split(' ')[0];
const worstFirst = (one, two) => (two.leaks || 0) - (one.leaks || 0);

function grouping(processes) {
  const groups = new Map();
  for (const process of [...processes].sort(worstFirst)) groups.set(kindOf(process), [...(groups.get(kindOf(process)) || []), process]);
  return groups;
}

// What distinguishes the processes of a group: the words that not all of their commands contain, and their start times.
function differences(group) {
  const counts = new Map();
  for (const process of group) new Set(process.command.split(' ')).forEach((word) => counts.set(word, (counts.get(word) || 0) + 1));
  return group.map((process) => {
    const own = process.command.split(' ').filter((word) => counts.get(word) < group.length).join(' ');
    const shown = own.length > MAX_DIFFERENCE ? own.slice(0, MAX_DIFFERENCE) + '\u2026' : own;
    return [shown, 'since ' + time(startedOf(process))].filter(Boolean).join(', ');
  });
}

// Whether the row or the command contains every word.
function isWanted(process, words) {
  const text = [process.program, process.pid, process.command, wordOf(process), process.headline].join(' ').toLowerCase();
  return words.every((word) => text.includes(word));
}

// The row below a large group, with the button that shows the rest of it.
function moreRow(kind, toggle) {
  const button = el('button', { onclick: toggle });
  const node = el('tr', { class: 'more', 'data-more': kind }, el('td', { colspan: COLUMNS.length + 3 }, button));
  return {
    node,
    show(hidden, open) {
      const leaks = hidden.reduce((sum, process) => sum + (process.leaks || 0), 0);
      button.setAttribute('aria-expanded', open);
      setText(button, open ? 'Show fewer of ' + kind
        : 'Show ' + grouped(hidden.length) + ' more of ' + kind + (leaks > 0 ? ' with ' + counted(leaks, 'leak') : ''));
    },
  };
}

function processTable() {
  const body = el('tbody', {});
  const filter = el('input', { type: 'search', id: 'filter', placeholder: 'Filter: program, PID, state \u2026', 'aria-label': 'Show only processes with these words', oninput: () => draw() });
  const none = el('p', { class: 'soft panel', hidden: true }, 'No process matches.');
  let latest = null;
  const rows = new Map();
  const mores = new Map();
  const opened = new Set();
  const heads = COLUMNS.map(([, title]) => el('th', { class: 'number', scope: 'col' }, title));
  const table = el('table', { class: 'processes' },
      el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, 'Program'), el('th', { scope: 'col' }, 'State'), heads,
          el('th', { scope: 'col' }, 'Last minute'))), body);

  function moreOf(kind, rest, filtered) {
    const toggle = () => {
      if (!opened.delete(kind)) opened.add(kind);
      draw();
    };
    if (!mores.has(kind)) mores.set(kind, moreRow(kind, toggle));
    const row = mores.get(kind);
    row.show(rest, opened.has(kind));
    row.node.hidden = filtered;
    return row.node;
  }

  function draw() {
    const state = latest;
    const focused = document.activeElement;
    const at = Date.parse(state.at);
    const there = new Set(state.processes.map((process) => process.ledger));
    for (const ledger of [...rows.keys()]) if (!there.has(ledger)) rows.delete(ledger);
    filter.hidden = state.processes.length < FILTER_FROM && !filter.value;
    const words = filter.value.toLowerCase().split(' ').filter(Boolean);
    const order = [];
    let shown = 0;
    for (const [kind, group] of grouping(state.processes)) {
      const unlike = group.length > 1 ? differences(group) : [''];
      const limit = words.length || opened.has(kind) ? group.length : SHOWN_OF_A_GROUP;
      group.forEach((process, i) => {
        if (!rows.has(process.ledger)) rows.set(process.ledger, processRow(process));
        const row = rows.get(process.ledger);
        row.show(process, at, unlike[i]);
        row.node.hidden = i >= limit || !isWanted(process, words);
        shown += row.node.hidden ? 0 : 1;
        order.push(row.node);
      });
      if (group.length > SHOWN_OF_A_GROUP) order.push(moreOf(kind, group.slice(SHOWN_OF_A_GROUP), words.length > 0));
    }
    for (const [kind, row] of mores) if (!order.includes(row.node)) mores.delete(kind);
    order.forEach((node, i) => { if (body.children[i] !== node) body.insertBefore(node, body.children[i] || null); });
    while (body.children.length > order.length) body.lastChild.remove();
    none.hidden = shown > 0;
    if (focused && focused !== document.activeElement && body.contains(focused)) focused.focus({ preventScroll: true });
  }

  return {
    filter: el('div', { class: 'tools' }, filter),
    node: el('div', { class: 'card' }, table, none),
    show(state) {
      latest = state;
      draw();
    },
  };
}
