// Flame graph: verdict and, where there is one, space at the top, the stack below, outermost call first.
const METRICS = {
  bytes: { name: 'Live bytes', text: bytes },
  count: { name: 'Live count', text: (count) => grouped(count) + ' open' },
  opened: { name: 'All opened', text: (count) => grouped(count) + ' opened' },
};

function childOf(parent, name, full, kind) {
  let child = parent.index.get(full);
  if (!child) {
    child = { name, full, kind, value: 0, children: [], index: new Map() };
    parent.index.set(full, child);
    parent.children.push(child);
  }
  return child;
}

function addStack(root, heads, stack, value) {
  let at = root;
  at.value += value;
  for (const [name, kind] of heads) {
    at = childOf(at, name, name, kind);
    at.value += value;
  }
  for (const [call, , name, line, ofPackage] of framesOf(stack).reverse()) {
    at = childOf(at, name + line, call + line, ofPackage == null ? '#platform' : ofPackage);
    at.value += value;
  }
}

function flameTree(metric, byDevice) {
  const root = { name: 'all', full: 'all', kind: '#all', value: 0, children: [], index: new Map() };
  if (metric === 'opened') {
    for (const [stack, what, opened] of page.opened) addStack(root, [[what, '#place']], stack, opened);
  } else {
    for (const finding of findingList) {
      for (const [onDevice, count, size] of finding.shares) {
        const value = metric === 'bytes' ? size : count;
        const place = byDevice ? onDevice : finding.space;
        const heads = [[finding.verdict, '#' + finding.tone], ...(place ? [[place, '#place']] : [])];
        if (value > 0) addStack(root, heads, finding.openedBy, value);
      }
    }
  }
  return root;
}

// Whether bytes say anything of the leaks; of all findings, if none is a leak.
function sized() {
  const leaks = findingList.filter((finding) => finding.leak);
  return (leaks.length ? leaks : findingList).some(({ shares }) => shares.some(([, , size]) => size > 0));
}

function depthOf(node) {
  return 1 + node.children.reduce((most, child) => Math.max(most, depthOf(child)), 0);
}

function hueOf(text) {
  let hash = 7;
  for (let i = 0; i < text.length; i++) hash = (hash * 31 + text.charCodeAt(i)) % 9973;
  return hash;
}

function flameColor(node) {
  const kind = node.data.kind;
  if (node.highlight) return '#ffd43b';
  if (kind === '#bad') return '#f0958e';
  if (kind === '#kept') return '#9dbcf2';
  if (kind === '#warn') return '#f0c978';
  if (kind === '#platform') return '#cfd3d6';
  if (kind.startsWith('#')) return '#c3c8cf';
  // One hue per package, from yellow to red, so that borders between parts of a program show.
  const hash = hueOf(kind);
  return 'hsl(' + (16 + (hash % 9) * 5) + ', ' + (66 + (hash % 4) * 7) + '%, ' + (68 + (hash % 3) * 4) + '%)';
}

function flame() {
  const box = el('div', { id: 'flame-chart' });
  const said = el('p', { id: 'flame-details', 'aria-live': 'polite' });
  const search = el('input', { type: 'search', id: 'flame-search', placeholder: 'Search frames \u2026',
    'aria-label': 'Search frames' });
  const buttons = Object.entries(METRICS).map(([key, metric]) =>
    el('button', { 'data-metric': key, 'aria-pressed': 'false', onclick: () => draw(key) }, metric.name));
  const split = el('input', { type: 'checkbox', id: 'flame-split', onchange: () => draw(metric) });
  let metric = 'bytes';
  let chart = null;
  let drawnWidth = 0;

  const telling = (node) => node.data.full + ': ' + METRICS[metric].text(node.value) + ', '
      + percent(node.value, chart.total) + ' of ' + METRICS[metric].text(chart.total);

  function draw(key) {
    metric = key;
    buttons.forEach((button) => button.setAttribute('aria-pressed', String(button.dataset.metric === key)));
    const tree = flameTree(key, split.checked);
    box.replaceChildren();
    drawnWidth = box.clientWidth;
    if (tree.value === 0) {
      chart = null;
      said.textContent = key === 'bytes' ? 'Nothing that is open has a size; see the live count.' : 'Nothing is open.';
      return;
    }
    chart = flamegraph.default().width(drawnWidth).height(20 * depthOf(tree)).cellHeight(20).transitionDuration(0).minFrameSize(1)
        .inverted(true).sort((a, b) => b.value - a.value || (a.data.full < b.data.full ? -1 : 1))
        .setColorMapper(flameColor).setLabelHandler((node) => telling(node))
        .setSearchMatch((node, term) => node.data.full.toLowerCase().includes(term.toLowerCase()))
        .setSearchHandler((results, sum, total) => {
          said.textContent = search.value ? counted(results.length, 'frame') + ' with \u201c' + search.value
              + '\u201d: ' + METRICS[metric].text(sum) + ', ' + percent(sum, total) : '';
        })
        .setDetailsElement(said)
        .onClick((node) => { said.textContent = telling(node); });
    chart.total = tree.value;
    d3.select(box).datum(tree).call(chart);
    said.textContent = METRICS[metric].text(tree.value) + ' in all. Click a frame to zoom into it, or walk with Tab, arrow keys and Enter.';
    if (search.value) chart.search(search.value);
    settle();
  }

  // The library lets new frames grow and brings in their names later, whatever the duration of its transitions.
  function settle() {
    const frames = d3.select(box).selectAll('g.frame');
    frames.select('rect').interrupt().attr('width', (node) => drawnWidth * (node.x1 - node.x0));
    frames.select('.d3-flame-graph-label').interrupt().text((node) => node.data.name);
    frames.attr('role', 'img').attr('aria-label', (node) => telling(node));
    frames.filter((node) => !node.parent).attr('tabindex', 0);
  }

  function focus(node) {
    const frame = d3.select(box).selectAll('g.frame').filter((other) => other === node).attr('tabindex', -1).node();
    if (!frame) return;
    frame.focus();
    said.textContent = telling(node);
  }

  // The first frame is reached with Tab, the others from there with the arrow keys.
  box.addEventListener('keydown', (event) => {
    if (!chart || !event.target.closest('g.frame')) return;
    const node = d3.select(event.target).datum();
    const level = node.parent ? node.parent.children : [node];
    const next = { ArrowDown: (node.children || [])[0], ArrowUp: node.parent,
      ArrowLeft: level[level.indexOf(node) - 1], ArrowRight: level[level.indexOf(node) + 1] }[event.key];
    if (next) focus(next);
    else if (event.key === 'Enter') chart.zoomTo(node);
    else if (event.key === 'Escape') draw(metric);
    else return;
    event.preventDefault();
  });

  search.addEventListener('input', () => {
    if (chart && search.value) chart.search(search.value);
    else if (chart) chart.clear();
  });
  whenResized(box, () => { if (box.clientWidth !== drawnWidth) draw(metric); });
  onShow(() => draw(!findingList.length ? 'opened' : sized() ? 'bytes' : 'count'));
  return [
    el('div', { class: 'tools' }, el('div', { class: 'choice', role: 'group', 'aria-label': 'Measure' }, buttons), search,
        data.devices.length > 0 && el('label', { class: 'soft' }, split, ' by device'),
        el('button', { id: 'flame-reset', onclick: () => draw(metric) }, 'Reset zoom')),
    el('div', { class: 'card panel' }, box, said),
  ];
}
