// Findings by verdict. What a finding opens to is made when it is opened: there may be thousands.
const SHOWN = 20;

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
        onmousemove: (e) => showTip(e, mark + ': ' + grouped(count) + ' open, ' + bytes(size)) })))];
}

function details(finding) {
  return [el('h3', {}, 'Details'),
    el('dl', { class: 'pairs' }, finding.details.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]))];
}

function body(finding) {
  const held = finding.holders.length > 0 && [el('h3', {}, 'Held by'),
    el('ul', {}, finding.holders.map((holder) => el('li', {}, holder))),
    finding.entries.length > 0 && el('p', { class: 'soft' }, 'entry ' + finding.entries.join(', '))];
  const closed = framesOf(finding.ownerClosedBy).length > 0
      && [el('h3', {}, 'Owner closed at'), stackList(finding.ownerClosedBy, -1)];
  const siblings = finding.siblingsClosedBy.slice(0, 3).flatMap(({ count, stack }) =>
    [el('h3', {}, 'Others from this stack were closed here (' + grouped(count) + ' captured of '
        + grouped(finding.closed) + ' closed)'), stackList(stack, -1)]);
  const lostAt = (finding.lostAt || []).slice(0, 3).flatMap(({ count, stack }) =>
    framesOf(stack).length ? [el('h3', {}, 'Last used here (' + grouped(count) + ')'), stackList(stack, -1)] : []);
  return el('div', { class: 'body' },
      el('div', {},
          finding.why.length ? [el('h3', {}, 'Why'), el('ul', { class: 'why' }, finding.why.map((line) => el('li', {}, line)))] : null,
          finding.fix && [el('h3', {}, 'Fix'), el('p', { class: 'fix' }, finding.fix)],
          keptBy(finding), ownerChain(finding), held, memory(finding), growth(finding), details(finding)),
      el('div', {}, el('h3', {}, 'Opened by'), stackList(finding.openedBy, finding.yours), lostAt, closed, siblings));
}

function entry(finding) {
  const node = el('details', { class: 'card finding', 'data-verdict': finding.verdict },
      el('summary', {},
          el('span', { class: 'what' }, finding.title, el('span', {}, '  ' + finding.what)),
          el('span', { class: 'size' }, finding.size),
          el('span', { class: 'where' }, finding.where)));
  node.addEventListener('toggle', () => {
    if (node.open && !node.querySelector('.body')) node.append(body(finding));
  });
  return node;
}

function listOf(found, kept) {
  const nodes = [];
  let verdict = null;
  for (const finding of found.slice(0, kept)) {
    const group = finding.verdict + finding.leak;
    if (group !== verdict) {
      verdict = group;
      const same = found.filter((other) => other.verdict + other.leak === group);
      nodes.push(el('div', { class: 'group' }, el('span', { class: 'chip ' + finding.tone }, finding.verdict),
          el('b', {}, counted(same.length, 'finding') + (finding.leak ? ', leaking' : ', no leak')),
          el('span', { class: 'soft' }, finding.meaning)));
    }
    nodes.push(entry(finding));
  }
  return nodes;
}

function matches(finding, term) {
  const frames = framesOf(finding.openedBy).map(([call]) => call);
  return [finding.title, finding.type, finding.verdict, finding.owner, finding.space, ...finding.labels, ...frames]
      .some((text) => text && text.toLowerCase().includes(term));
}

function findings() {
  if (!findingList.length) return [el('p', { class: 'card panel' }, 'Nothing is open.')];
  const list = el('div', { id: 'finding-list' });
  const show = (term, kept) => {
    const found = term ? findingList.filter((finding) => matches(finding, term)) : findingList;
    list.replaceChildren(...listOf(found, kept));
    if (found.length > kept) {
      list.append(el('button', { onclick: () => show(term, kept + 10 * SHOWN) },
          'Show more of ' + grouped(found.length)));
    }
    if (!found.length) list.append(el('p', { class: 'soft' }, 'No finding has this in its name, stack or labels.'));
  };
  const filter = el('input', { type: 'search', id: 'finding-filter', placeholder: 'Filter: class, label, verdict \u2026',
    'aria-label': 'Filter findings', oninput: (e) => show(e.target.value.trim().toLowerCase(), SHOWN) });
  show('', SHOWN);
  return [findingList.length > 3 && el('div', { class: 'tools' }, filter), list].filter(Boolean);
}

function misuse() {
  return data.misuse.map((fact, i) => {
    const wrong = { ...fact, ...page.misuse[i] };
    const node = el('details', { class: 'card finding', 'data-misuse': wrong.kind }, el('summary', {},
        el('span', { class: 'what' }, wrong.title, el('span', {}, '  ' + wrong.what)),
        el('span', { class: 'size' }, wrong.times),
        el('span', { class: 'where' }, wrong.detail || '')));
    node.addEventListener('toggle', () => {
      if (node.open && !node.querySelector('.body')) {
        node.append(el('div', { class: 'body' },
            el('div', {}, el('h3', {}, 'Fix'), el('p', {}, wrong.fix)),
            ...(wrong.earlier ? [el('div', {}, el('h3', {}, capital(wrong.earlier)), stackList(wrong.first, wrong.yourFirst))] : []),
            el('div', {}, el('h3', {}, capital(wrong.wrong)), stackList(wrong.second, wrong.yourSecond))));
      }
    });
    return node;
  });
}
