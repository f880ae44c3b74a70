// A flame graph with its tools: how it is drawn, searched, zoomed and navigated. Needs only a tree whose nodes have a name, full name,
// value and children.
const FRAME_COLORS = { bad: '#f0958e', kept: '#9dbcf2', calm: '#c3c8cf' };

function childOf(parent, name, full, kind) {
  let child = parent.index.get(full);
  if (!child) {
    child = flameNode(name, full, kind);
    parent.index.set(full, child);
    parent.children.push(child);
  }
  return child;
}

function flameNode(name, full, kind) {
  return { name, full, kind, value: 0, children: [], index: new Map() };
}

function depthOf(node) {
  return 1 + node.children.reduce((most, child) => Math.max(most, depthOf(child)), 0);
}

// graph: metrics by key, each with a name and the text of a value; tree(key, split); color(node); telling(node, key, total) of a frame;
// all(key, tree) of the whole; nothing(key) if it is empty; split, a label, if trees can be split.
function flameChart(graph) {
  const box = el('div', { id: 'flame-chart' });
  const said = el('p', { id: 'flame-details', 'aria-live': 'polite' });
  const search = el('input', { type: 'search', id: 'flame-search', placeholder: 'Search frames \u2026',
    'aria-label': 'Search frames' });
  const buttons = Object.entries(graph.metrics).map(([key, metric]) =>
    el('button', { 'data-metric': key, 'aria-pressed': 'false', onclick: () => draw(key) }, metric.name));
  const split = el('input', { type: 'checkbox', id: 'flame-split', onchange: () => draw(metric) });
  let metric = null;
  let chart = null;
  let drawnWidth = 0;

  const telling = (node) => graph.telling(node, metric, chart.total);

  function draw(key) {
    metric = key;
    buttons.forEach((button) => button.setAttribute('aria-pressed', String(button.dataset.metric === key)));
    const tree = graph.tree(key, split.checked);
    box.replaceChildren();
    drawnWidth = box.clientWidth;
    if (tree.value === 0) {
      chart = null;
      said.textContent = graph.nothing(key);
      return;
    }
    chart = flamegraph.default().width(drawnWidth).height(20 * depthOf(tree)).cellHeight(20).transitionDuration(0).minFrameSize(1)
        .inverted(true).sort((a, b) => b.value - a.value || (a.data.full < b.data.full ? -1 : 1))
        .setColorMapper((node) => (node.highlight ? '#ffd43b' : graph.color(node))).setLabelHandler((node) => telling(node))
        .setSearchMatch((node, term) => node.data.full.toLowerCase().includes(term.toLowerCase()))
        .setSearchHandler((results, sum, total) => {
          said.textContent = search.value ? counted(results.length, 'frame') + ' with \u201c' + search.value
              + '\u201d: ' + graph.metrics[metric].text(sum) + ', ' + percent(sum, total) : '';
        })
        .setDetailsElement(said)
        .onClick((node) => { said.textContent = telling(node); });
    chart.total = tree.value;
    d3.select(box).datum(tree).call(chart);
    said.textContent = graph.all(key, tree) + ' Click a frame to zoom into it, or use Tab, the arrow keys and Enter.';
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
  whenResized(box, () => { if (metric && box.clientWidth !== drawnWidth) draw(metric); });
  const parts = [
    el('div', { class: 'tools' }, el('div', { class: 'choice', role: 'group', 'aria-label': 'Measure' }, buttons), search,
        graph.split && el('label', { class: 'soft' }, split, ' ' + graph.split),
        el('button', { id: 'flame-reset', onclick: () => draw(metric) }, 'Reset zoom')),
    el('div', { class: 'card panel' }, box, said),
  ];
  return { parts, draw };
}
