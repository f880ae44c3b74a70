// Header, tiles and the bars of each device.
function header() {
  return [
    el('p', { class: 'brand' }, el('b', {}, 'tt-alloc'), ' leak report'),
    el('h1', {}, el('span', { class: 'badge ' + page.badgeTone }, page.badge), el('span', { class: 'says' }, page.says)),
    el('div', { class: 'meta' }, el('span', { title: data.process.command }, el('b', {}, page.program)),
        page.facts.map(([name, value]) => el('span', {}, name + ' ', el('b', {}, value)))),
    page.doubts && el('p', { class: 'note' }, page.doubts),
  ].filter(Boolean);
}

function tile(name, value, small) {
  return el('div', { class: 'card tile' }, el('dt', {}, name), el('dd', {}, value, small && el('small', {}, small)));
}

function tiles() {
  const totals = data.totals;
  return el('dl', { class: 'tiles' },
      totals.liveBytes > 0 && tile('Still open', about(totals.liveBytes), page.amount),
      tile('Open resources', grouped(totals.handles), page.kinds),
      tile('Entries', grouped(page.entries.length), [page.leaks, page.verdicts].filter(Boolean).join('; ')),
      tile('Opened', grouped(totals.opened), grouped(Math.max(0, totals.closed - totals.disowned)) + ' closed'
          + (totals.disowned > 0 ? ', ' + grouped(totals.disowned) + ' disowned' : '')));
}

// Where to look first: the worst entries of each verdict. A click shows the entry in the list below.
function overview() {
  if (!page.entries.length) return null;
  const line = ([at, what, amount, place]) => el('li', {},
      el('button', { onclick: () => showEntry(at) }, el('b', {}, what), el('span', {}, amount), el('span', { class: 'soft' }, place)));
  return el('div', { class: 'card panel', id: 'overview' }, page.overview.flatMap((group) => [
    el('p', {}, el('span', { class: 'chip ' + page.entries[group.lines[0][0]].tone }, group.verdict), group.judgement,
        group.more > 0 && el('span', { class: 'soft' }, ', the first ' + group.lines.length + ' of ' + grouped(group.more + group.lines.length))),
    el('ol', {}, group.lines.map(line))]));
}

function bySpace(rows) {
  const spaces = new Map();
  for (const row of rows) {
    if (!spaces.has(row.space)) spaces.set(row.space, []);
    spaces.get(row.space).push(row);
  }
  return spaces;
}

function bar(row, most) {
  const width = row.liveBytes > 0 ? Math.max(0.6, (100 * row.liveBytes) / most) : 0;
  const lines = [
    'device ' + row.device + ' ' + row.space + ': ' + bytes(row.liveBytes) + ' in ' + counted(row.live, 'region'),
    row.handleBytes !== row.liveBytes && bytes(row.handleBytes) + ' by ' + counted(row.handles, 'handle'),
    'peak: ' + bytes(row.peakBytes),
    row.allocatorBytes != null && 'the allocator reports ' + bytes(row.allocatorBytes),
    row.allocatorFreeBytes != null && 'free according to the allocator: ' + bytes(row.allocatorFreeBytes),
    row.allocatorLargestFreeBytes != null && 'largest free block: ' + bytes(row.allocatorLargestFreeBytes),
  ];
  return [
    el('span', {}, String(row.device)),
    el('div', { class: 'track', onmousemove: (e) => showTip(e, ...lines), onmouseleave: hideTip },
        el('div', { class: 'fill', style: { width: width + '%' } })),
    el('span', { class: 'amount' }, bytes(row.liveBytes)),
    el('span', { class: 'amount soft' }, about(row.peakBytes)),
  ];
}

// Where no rule gives bytes.
function countPanel(space, rows, on) {
  const count = rows.reduce((total, row) => total + row.opened - row.closed, 0);
  const open = rows.filter((row) => row.opened > row.closed);
  const most = 8;
  const each = open.slice(0, most).map((row) => grouped(row.opened - row.closed) + ' on device ' + row.device);
  return el('div', { class: 'card space', 'data-space': space },
      el('h3', {}, space, el('span', {}, grouped(count) + ' open on ' + on)),
      el('p', { class: 'soft' }, each.join(', ') + (open.length > most ? ' \u2026' : '')));
}

function spacePanel(space, rows) {
  const most = Math.max(...rows.map((row) => row.liveBytes));
  const peak = Math.max(...rows.map((row) => row.peakBytes));
  const sum = rows.reduce((total, row) => total + row.liveBytes, 0);
  const on = counted(rows.length, 'device');
  if (peak === 0 && sum === 0) return countPanel(space, rows, on);
  const heads = ['', '', 'open', 'peak'].map((text) => el('span', { class: 'amount soft' }, text));
  return el('div', { class: 'card space', 'data-space': space },
      el('h3', {}, space, el('span', {}, bytes(sum) + ' on ' + on)),
      most === 0 ? el('p', { class: 'soft' }, 'Nothing is open; at most ' + about(peak) + ' was open on one device.')
          : el('div', { class: 'bars' }, heads, rows.flatMap((row) => bar(row, most))));
}

function summary() {
  const open = (rows) => rows.some((row) => row.liveBytes > 0);
  const spaces = [...bySpace(data.devices)].sort((a, b) => open(b[1]) - open(a[1]));
  const panels = spaces.map(([space, rows]) => spacePanel(space, rows));
  return [tiles(), overview(), el('div', { class: 'spaces' }, panels),
    el('ul', { class: 'facts' }, page.lines.map((line) => el('li', {}, line)))];
}
