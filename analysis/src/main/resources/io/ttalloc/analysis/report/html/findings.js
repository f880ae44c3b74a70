// Entries by verdict. The content of an entry is created only when it is opened, since there may be thousands.
const SHOWN = 20;
const ROWS_SHOWN = 50;

// A row of several stacks has the sum of their findings; a row of one stack has its finding.
const rowsOf = (entry) => entry.rows.map((row) => ({ ...(row.sum || data.findings[row.finding]), ...row }));

function ownerChain(finding) {
  if (!finding.chain.length) return null;
  const parts = finding.chain.map((name, i) => el('span', {}, i ? el('i', {}, '\u2192') : null, name));
  return [el('h3', {}, 'Owner chain'), el('p', { class: 'chain' }, parts)];
}

// The link to undo is in bold type.
function keptBy(finding) {
  if (!finding.keptBy.length) return null;
  const path = ({ parts, tellingPart }) => parts.flatMap((part, i) =>
      [i ? ' \u2192 ' : '', i === tellingPart ? el('b', { class: 'telling' }, part) : part]);
  const share = ({ count }) => (count === finding.count ? '' : grouped(count) + ' of ' + grouped(finding.count) + ' by ');
  return [el('h3', {}, 'Kept by'), el('ul', { class: 'why' }, finding.keptBy.map((way) => el('li', {}, share(way), path(way))))];
}

function memory(finding) {
  if (!finding.memory.length) return null;
  return [el('h3', {}, 'Memory'), el('ul', {}, finding.memory.map((line) => el('li', {}, line)),
      finding.moreBlocks && el('li', { class: 'soft' }, 'and more'))];
}

function growth(finding) {
  if (!finding.growth.length) return null;
  const most = Math.max(1, ...finding.growth.map((step) => step.count));
  return [el('h3', {}, 'Left open by each cycle'), el('div', { class: 'growth' }, finding.growth.map(({ mark, count, bytes: size }) =>
      el('span', { style: { height: (100 * count) / most + '%' }, onmouseleave: hideTip,
        onmousemove: (e) => showTip(e, mark + ': ' + grouped(count) + ' open' + (size > 0 ? ', ' + bytes(size) : '')) })))];
}

function details(finding) {
  return [el('h3', {}, 'Details'),
    el('dl', { class: 'pairs' }, finding.details.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]))];
}

// The stack up to your code; below it the callers, as a tree if they differ.
function openedBy(row) {
  if (!row.callers) return [el('h3', {}, 'Opened by'), stackList(row.openedBy, row.yours)];
  return [el('h3', {}, 'Opened by'), stackList(row.openedBy, row.yours, row.yours + 1),
    el('h3', {}, 'Called from ' + grouped(row.stackCount) + ' stacks'), el('pre', { class: 'callers' }, row.callers.join('\n'))];
}

function body(row) {
  const held = row.holders.length > 0 && [el('h3', {}, 'Held by'),
    el('ul', {}, row.holders.map((holder) => el('li', {}, holder))),
    row.entries.length > 0 && el('p', { class: 'soft' }, 'entry ' + row.entries.join(', '))];
  const closed = framesOf(row.ownerClosedBy).length > 0
      && [el('h3', {}, 'Owner closed at'), stackList(row.ownerClosedBy, -1)];
  const siblings = row.siblingsClosedBy.slice(0, 3).flatMap(({ count, stack }) =>
    [el('h3', {}, 'Others opened from this stack were closed here (captured for ' + grouped(count) + ' of '
        + grouped(row.closed) + ' closes)'), stackList(stack, -1)]);
  const { lastRetains = [], lastReleases = [] } = row.references || {};
  const counted = [['Retained here', lastRetains], ['Released here', lastReleases]].flatMap(([title, calls]) =>
    calls.flatMap(({ stack }) => framesOf(stack).length ? [el('h3', {}, title), stackList(stack, -1)] : []));
  return el('div', { class: 'body' },
      el('div', {},
          row.why.length ? [el('h3', {}, 'Why'), el('ul', { class: 'why' }, row.why.map((line) => el('li', {}, line)))] : null,
          row.fix && [el('h3', {}, 'Fix'), el('p', { class: 'fix' }, row.fix)],
          keptBy(row), ownerChain(row), held, memory(row), growth(row), details(row)),
      el('div', {}, openedBy(row), counted, closed, siblings));
}

function bodies(entry) {
  const rows = rowsOf(entry);
  if (rows.length === 1) return [body(rows[0])];
  const more = rows.length - ROWS_SHOWN;
  return [...rows.slice(0, ROWS_SHOWN).flatMap((row) =>
    [el('p', { class: 'row' }, el('b', {}, row.what), el('span', {}, row.size), el('span', { class: 'soft' }, row.where)), body(row)]),
    more > 0 && el('p', { class: 'row soft' }, 'and ' + counted(more, 'more row'))].filter(Boolean);
}

function card(entry) {
  const types = [...new Set(entry.rows.map((row) => row.what))];
  const node = el('details', { class: 'card finding', 'data-verdict': entry.verdict },
      el('summary', {},
          el('span', { class: 'what' }, entry.title, el('span', {}, '  ' + types.slice(0, 3).join(', ') + (types.length > 3 ? ' \u2026' : ''))),
          el('span', { class: 'size' }, entry.size),
          el('span', { class: 'where' }, entry.where)));
  node.addEventListener('toggle', () => {
    if (node.open && !node.querySelector('.body')) node.append(...bodies(entry));
  });
  return node;
}

// Whether the first entry is a leak.
const leads = () => page.entries.length > 0 && page.entries[0].tone === 'bad';

const groupOf = (entry) => entry.verdict + ' ' + entry.judgement;

function listOf(found, kept) {
  const nodes = [];
  let group = null;
  for (const entry of found.slice(0, kept)) {
    if (groupOf(entry) !== group) {
      group = groupOf(entry);
      const same = found.filter((other) => groupOf(other) === group);
      nodes.push(el('div', { class: 'group' }, el('span', { class: 'chip ' + entry.tone }, entry.verdict),
          el('b', {}, entry.judgement + ': ' + counted(same.length, 'entry')),
          el('span', { class: 'soft' }, entry.meaning)));
    }
    nodes.push(card(entry));
  }
  return nodes;
}

function matches(entry, term) {
  const texts = [entry.title, entry.verdict, entry.where];
  for (const row of rowsOf(entry)) {
    texts.push(row.type, row.class, row.owner, row.space, ...row.labels, ...framesOf(row.openedBy).map(([call]) => call),
        ...(row.callers || []));
  }
  return texts.some((text) => text && text.toLowerCase().includes(term));
}

// Opens an entry of the unfiltered list and scrolls to it; set when the list is created.
let showEntry = () => {};

function findings() {
  const { entries } = page;
  if (!entries.length) return [el('p', { class: 'card panel' }, 'Nothing is open.')];
  const list = el('div', { id: 'finding-list' });
  const show = (term, kept) => {
    const found = term ? entries.filter((entry) => matches(entry, term)) : entries;
    list.replaceChildren(...listOf(found, kept));
    if (found.length > kept) {
      list.append(el('button', { onclick: () => show(term, kept + 10 * SHOWN) },
          'Show more of ' + grouped(found.length)));
    }
    if (!found.length) list.append(el('p', { class: 'soft' }, 'No entry contains this text.'));
  };
  const filter = el('input', { type: 'search', id: 'finding-filter', placeholder: 'Filter: class, label, verdict \u2026',
    'aria-label': 'Filter entries', oninput: (e) => show(e.target.value.trim().toLowerCase(), SHOWN) });
  show('', SHOWN);
  if (leads()) {
    const first = list.querySelector('details.finding');
    first.append(...bodies(entries[0]));
    first.open = true;
  }
  showEntry = (at) => {
    filter.value = '';
    show('', Math.max(SHOWN, at + 1));
    const node = list.querySelectorAll('details.finding')[at];
    node.open = true;
    node.scrollIntoView({ block: 'start' });
    node.querySelector('summary').focus({ preventScroll: true });
  };
  return [entries.length > 1 && el('div', { class: 'tools' }, filter), list].filter(Boolean);
}

// A card whose stacks are drawn when it is opened for the first time.
function stackCard(attributes, title, size, where, parts) {
  const node = el('details', { class: 'card finding', ...attributes }, el('summary', {},
      el('span', { class: 'what' }, title),
      el('span', { class: 'size' }, size),
      el('span', { class: 'where' }, where)));
  node.addEventListener('toggle', () => {
    if (node.open && !node.querySelector('.body')) {
      node.append(el('div', { class: 'body' }, ...parts()));
    }
  });
  return node;
}

function stackPart(title, stack, yours) {
  return el('div', {}, el('h3', {}, capital(title)), stackList(stack, yours));
}

function misuse() {
  return data.misuse.map((fact, i) => {
    const wrong = { ...fact, ...page.misuse[i] };
    return stackCard({ 'data-misuse': wrong.kind }, [wrong.title, el('span', {}, '  ' + wrong.what)], wrong.times, wrong.detail || '',
        () => [
          el('div', {}, el('h3', {}, 'Fix'), el('p', {}, wrong.fix)),
          ...(wrong.earlier ? [stackPart(wrong.earlier, wrong.first, wrong.yourFirst)] : []),
          stackPart(wrong.wrong, wrong.second, wrong.yourSecond)]);
  });
}
