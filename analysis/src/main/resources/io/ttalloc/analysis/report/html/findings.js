// Findings by verdict. What a finding opens to is made when it is opened: there may be thousands.
const SHOWN = 20;

const VERDICTS = {
  DOUBLE_OPEN: 'two owners hold one range of memory', LOST: 'the collector took it unclosed',
  DANGLING: 'a view whose memory is gone', RECLAIMED: 'closed by a reclaimer, not by the program',
  ORPHANED: 'its owner was closed and did not free it', HELD: 'open at exit, reachable, nobody\u2019s',
  CACHED: 'a cache holds it', OPEN: 'the process had not ended in order: nothing more can be said',
  UNSEEN_FREE: 'the allocator proves it gone: a gap in tracking', INFRASTRUCTURE: 'the system\u2019s own',
  ALIAS: 'a view of memory that another resource owns', IN_USE: 'still being worked with',
};

function sizeOf(finding) {
  if (finding.reclaimedBytes > 0) return bytes(finding.reclaimedBytes) + ' reclaimed';
  return finding.bytes > 0 ? bytes(finding.bytes) : grouped(finding.count) + ' open';
}

function ownerChain(finding) {
  const names = finding.chain.length ? [...finding.chain].reverse() : finding.owner ? [finding.owner] : [];
  if (!names.length) return null;
  const parts = [...names, spoken(finding.type)].map((name, i) => el('span', {}, i ? el('i', {}, '\u2192') : null, name));
  return [el('h3', {}, 'Owner chain'), el('p', { class: 'chain' }, parts)];
}

function blocks(finding) {
  const lines = finding.blocks.filter(([, size, address]) => size > 0 || address != null)
      .map(([count, size, address, devices]) => el('li', {},
          grouped(count) + ' x ' + bytes(size) + (address == null ? '' : ' at ' + address)
          + (devices ? ', device ' + devices : '')));
  if (!lines.length) return null;
  return [el('h3', {}, 'Memory'), el('ul', {}, lines, finding.moreBlocks && el('li', { class: 'soft' }, 'and more'))];
}

function growth(finding) {
  if (!finding.growth.length) return null;
  const most = Math.max(1, ...finding.growth.map(([, count]) => count));
  return [el('h3', {}, 'Left open by each cycle'), el('div', { class: 'growth' }, finding.growth.map(([mark, count, size]) =>
      el('span', { style: { height: (100 * count) / most + '%' }, onmouseleave: hideTip,
        onmousemove: (e) => showTip(e, mark + ': ' + grouped(count) + ' open, ' + bytes(size)) })))];
}

function details(finding) {
  const pairs = [
    ['opened', grouped(finding.opened) + ', of which ' + grouped(finding.closed) + ' were closed'],
    ['class', finding.class],
    ['site', finding.site],
    finding.labels.length && ['labels', finding.labels.join(', ') + (finding.moreLabels ? ' and more' : '')],
    finding.threads.length && ['threads', finding.threads.join(', ')],
    finding.ageNanos > 0 && ['oldest', duration(finding.ageNanos) + ' before the report'],
    finding.growing && ['growing', 'each of the last cycles left some open'],
    ['fingerprint', finding.fingerprint],
  ].filter(Boolean);
  return [el('h3', {}, 'Details'),
    el('dl', { class: 'pairs' }, pairs.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]))];
}

function body(finding) {
  const held = finding.heldBy.length > 0 && [el('h3', {}, 'Held by'),
    el('ul', {}, finding.heldBy.map((holder) => el('li', {}, holder))),
    finding.entries.length > 0 && el('p', { class: 'soft' }, 'entry ' + finding.entries.join(', '))];
  const closed = data.stacks[finding.closedBy].length > 0
      && [el('h3', {}, 'Owner closed at'), stackList(finding.closedBy, -1)];
  const siblings = finding.siblings.slice(0, 3).flatMap(([count, stack]) =>
    [el('h3', {}, 'Others from this stack were closed here (' + grouped(count) + ' captured of '
        + grouped(finding.closed) + ' closed)'), stackList(stack, -1)]);
  return el('div', { class: 'body' },
      el('div', {},
          finding.why.length ? [el('h3', {}, 'Why'), el('ul', { class: 'why' }, finding.why.map((line) => el('li', {}, line)))] : null,
          finding.fix && [el('h3', {}, 'Fix'), el('p', { class: 'fix' }, finding.fix)],
          ownerChain(finding), held, blocks(finding), growth(finding), details(finding)),
      el('div', {}, el('h3', {}, 'Opened by'), stackList(finding.stack, finding.your), closed, siblings));
}

function entry(finding) {
  const where = [
    grouped(finding.count) + (finding.verdict === 'RECLAIMED' ? ' reclaimed' : ' open'),
    finding.space, finding.devices && 'device ' + finding.devices, finding.owner && 'owner ' + finding.owner,
    finding.growing && 'GROWING', finding.baseline && finding.baseline + ' against the baseline',
    finding.suppressedBy && 'suppressed: ' + finding.suppressedBy,
  ].filter(Boolean).join('  \u00b7  ');
  const node = el('details', { class: 'card finding', 'data-verdict': finding.verdict },
      el('summary', {},
          el('span', { class: 'what' }, finding.title, el('span', {}, '  ' + spoken(finding.type))),
          el('span', { class: 'size' }, sizeOf(finding)),
          el('span', { class: 'where' }, where)));
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
      nodes.push(el('div', { class: 'group' }, el('span', { class: 'chip ' + kindOf(finding) }, finding.verdict),
          el('b', {}, counted(same.length, 'finding') + (finding.leak ? ', leaking' : ', no leak')),
          el('span', { class: 'soft' }, VERDICTS[finding.verdict] || '')));
    }
    nodes.push(entry(finding));
  }
  return nodes;
}

function matches(finding, term) {
  const frames = data.stacks[finding.stack].map((at) => data.frames[at][0] + '.' + data.frames[at][1]);
  return [finding.title, finding.type, finding.verdict, finding.owner, finding.space, ...finding.labels, ...frames]
      .some((text) => text && text.toLowerCase().includes(term));
}

function findings() {
  if (!data.findings.length) return [el('p', { class: 'card panel' }, 'Nothing is open.')];
  const list = el('div', { id: 'finding-list' });
  const show = (term, kept) => {
    const found = term ? data.findings.filter((finding) => matches(finding, term)) : data.findings;
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
  return [data.findings.length > 3 && el('div', { class: 'tools' }, filter), list].filter(Boolean);
}

function misuse() {
  return data.misuse.map((wrong) => {
    const node = el('details', { class: 'card finding', 'data-misuse': wrong.kind }, el('summary', {},
        el('span', { class: 'what' }, wrong.kind.replace(/_/g, ' ').toLowerCase(), el('span', {}, '  ' + spoken(wrong.type))),
        el('span', { class: 'size' }, grouped(wrong.count) + (wrong.count === 1 ? ' time' : ' times')),
        el('span', { class: 'where' }, wrong.detail || '')));
    node.addEventListener('toggle', () => {
      if (node.open && !node.querySelector('.body')) {
        node.append(el('div', { class: 'body' },
            el('div', {}, el('h3', {}, 'Fix'), el('p', {}, wrong.fix)),
            el('div', {}, el('h3', {}, capital(wrong.earlier)), stackList(wrong.first, wrong.yourFirst)),
            el('div', {}, el('h3', {}, capital(wrong.wrong)), stackList(wrong.second, wrong.yourSecond))));
      }
    });
    return node;
  });
}
