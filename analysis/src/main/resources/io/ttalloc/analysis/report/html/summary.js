// Header, tiles and the bars of each device.
function header() {
  const process = data.process;
  const cut = data.headline.search(/[.:] /);
  const badge = data.headline.slice(0, cut).replace(/^clean/, 'CLEAN');
  const state = { leak: 'bad', open: /^NOT/.test(badge) ? 'held' : 'good', clean: 'good' }[data.state];
  const fact = (name, value) => el('span', {}, name + ' ', el('b', {}, value));
  const trust = process.reasons.length ? process.reasons.join('; ') : 'attached at start, 0 events dropped';
  return [
    el('p', { class: 'brand' }, el('b', {}, 'tt-alloc'), ' leak report'),
    el('h1', {}, el('span', { class: 'badge ' + state }, badge),
        el('span', { class: 'says' }, data.headline.slice(cut + 2))),
    el('div', { class: 'meta' }, el('span', { title: process.command }, el('b', {}, process.program)),
        fact('pid', process.pid), fact('ran', duration(process.nanos)), fact('ended by', process.ended),
        fact('Java', process.jvm), fact('started', process.startedAt.replace('T', ' ').replace(/\.\d+Z|Z/, ' UTC')),
        fact('confidence', process.confidence)),
    process.confidence === 'HIGH' ? null : el('p', { class: 'note' }, trust),
  ].filter(Boolean);
}

function tile(name, value, small) {
  return el('div', { class: 'card tile' }, el('dt', {}, name), el('dd', {}, value, small && el('small', {}, small)));
}

function tiles() {
  const totals = data.totals;
  const amount = totals.liveBytes === totals.handleBytes ? bytes(totals.liveBytes)
      : bytes(totals.liveBytes) + ' by region, ' + bytes(totals.handleBytes) + ' by handle';
  const kinds = [
    totals.handles > 0 && counted(totals.handles, 'handle') + ' of ' + counted(totals.regions, 'region'),
    totals.things > 0 && grouped(totals.things) + ' without bytes',
  ].filter(Boolean).join(', ');
  const verdicts = [...new Set(data.findings.map((finding) => finding.verdict))].join(', ');
  return el('dl', { class: 'tiles' },
      totals.liveBytes > 0 && tile('Still open', about(totals.liveBytes), amount),
      tile('Open resources', grouped(totals.handles + totals.things), kinds),
      tile('Findings', grouped(data.findings.length), verdicts
          ? 'in ' + counted(data.totals.entries, 'entry') + ', one per call and owner: ' + verdicts : 'nothing is open'),
      tile('Opened', grouped(totals.opened), grouped(totals.closed) + ' closed again'));
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
  const width = row.bytes > 0 ? Math.max(0.6, (100 * row.bytes) / most) : 0;
  const lines = [
    placeName(row.device, row.space) + ': ' + bytes(row.bytes) + ' in ' + counted(row.live, 'region'),
    row.handleBytes !== row.bytes && bytes(row.handleBytes) + ' by ' + counted(row.handles, 'handle'),
    'the most that ever was: ' + bytes(row.peak),
    row.allocator != null && 'the allocator says ' + bytes(row.allocator),
  ];
  return [
    el('span', {}, String(row.device)),
    el('div', { class: 'track', onmousemove: (e) => showTip(e, ...lines), onmouseleave: hideTip },
        el('div', { class: 'fill', style: { width: width + '%' } })),
    el('span', { class: 'amount' }, bytes(row.bytes)),
    el('span', { class: 'amount soft' }, about(row.peak)),
  ];
}

function spacePanel(space, rows) {
  const most = Math.max(...rows.map((row) => row.bytes));
  const peak = Math.max(...rows.map((row) => row.peak));
  const sum = rows.reduce((total, row) => total + row.bytes, 0);
  const on = counted(rows.length, 'device');
  const heads = ['', '', 'open', 'peak'].map((text) => el('span', { class: 'amount soft' }, text));
  return el('div', { class: 'card space', 'data-space': space },
      el('h3', {}, space, el('span', {}, bytes(sum) + ' on ' + on)),
      most === 0 ? el('p', { class: 'soft' }, 'Nothing is open; at most ' + about(peak) + ' was on a device.')
          : el('div', { class: 'bars' }, heads, rows.flatMap((row) => bar(row, most))));
}

function facts() {
  const totals = data.totals;
  const lines = [];
  if (data.process.confidence === 'HIGH') lines.push('Confidence HIGH: attached at start, 0 events dropped.');
  lines.push(...totals.policy);
  if (totals.allocatorAsked) {
    lines.push(totals.unattributed + totals.vanished === 0
        ? 'The allocator agrees on every device: unattributed 0 B, vanished 0 B.'
        : 'Unattributed, held by the allocator but not by the ledger: ' + bytes(totals.unattributed)
            + '. Vanished, in the ledger but gone from the allocator: ' + bytes(totals.vanished) + '.');
  }
  return el('ul', { class: 'facts' }, lines.map((line) => el('li', {}, line)));
}

function summary() {
  const open = (rows) => rows.some((row) => row.bytes > 0);
  const spaces = [...bySpace(data.devices)].sort((a, b) => open(b[1]) - open(a[1]));
  const panels = spaces.map(([space, rows]) => spacePanel(space, rows));
  return [tiles(), el('div', { class: 'spaces' }, panels), facts()];
}
