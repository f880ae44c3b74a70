// The page that compares two runs, A and B.
const diff = JSON.parse(document.getElementById('data').textContent);
const at = (id) => document.getElementById(id);

const DIFF_METRICS = {
  bytes: { name: 'Bytes', text: bytes },
  count: { name: 'Count', text: grouped },
};
const TONES = { NEW: 'bad', GROWN: 'bad', SHRUNK: 'kept', GONE: 'kept', UNCHANGED: 'calm' };

const signed = (change, text) => (change === 0 ? 'unchanged' : (change > 0 ? '+' : '\u2212') + text(Math.abs(change)));

// Nodes are as wide as the larger of the two values, so that what is gone has a width.
function changeTree(metric) {
  const root = { ...flameNode('all', 'all'), before: 0, after: 0 };
  for (const row of diff.rows) {
    const before = row.before[metric];
    const after = row.after[metric];
    const add = (node) => {
      node.value += Math.max(before, after);
      node.before = (node.before || 0) + before;
      node.after = (node.after || 0) + after;
      return node;
    };
    if (before === 0 && after === 0) continue;
    let node = add(root);
    for (const [call, , name, line] of diff.stacks[row.stack].map((i) => diff.frames[i]).reverse()) {
      node = add(childOf(node, name + line, call + line));
    }
    const leaf = add(childOf(node, row.what, row.what + ' '));
    leaf.full = row.what;
    leaf.name = row.what + ' ' + signed(leaf.after - leaf.before, DIFF_METRICS[metric].text);
  }
  return root;
}

// From grey to the full colour, which means new or gone.
function changeColor(node) {
  const share = (node.data.after - node.data.before) / node.value;
  if (share === 0) return FRAME_COLORS.calm;
  return d3.interpolateRgb(FRAME_COLORS.calm, share > 0 ? FRAME_COLORS.bad : FRAME_COLORS.kept)(0.3 + 0.7 * Math.abs(share));
}

function changeOf(data, metric) {
  const { text } = DIFF_METRICS[metric];
  return text(data.before) + ' in A, ' + text(data.after) + ' in B, ' + signed(data.after - data.before, text);
}

function key(color, text) {
  return el('li', {}, el('i', { style: { background: color } }), text);
}

const chart = flameChart({
  metrics: DIFF_METRICS,
  tree: changeTree,
  color: changeColor,
  telling: (node, metric) => node.data.full + ': ' + changeOf(node.data, metric),
  all: (metric, tree) => 'In total, ' + changeOf(tree, metric) + '.',
  nothing: (metric) => (metric === 'bytes' ? 'No open resource has a size; see the count.' : 'Nothing is open in A or B.'),
});
const differs = (metric) => diff.rows.some(({ before, after }) => before[metric] !== after[metric]);
const sized = diff.rows.some(({ after }) => after.bytes > 0);

document.title = diff.summary + ' - tt-alloc';
at('nav').remove();
at('head').append(
  el('p', { class: 'brand' }, el('b', {}, 'tt-alloc'), ' diff'),
  el('h1', {}, el('span', { class: 'says' }, capital(diff.summary))),
  el('p', { class: 'meta' }, el('span', {}, 'A ', el('b', {}, diff.before)), el('span', {}, 'B ', el('b', {}, diff.after))),
);
at('main').append(...[
  el('section', { id: 'flame' }, el('h2', {}, 'Flame graph'),
      el('p', { class: 'lead' }, 'What is open in A and in B, by the stack that opened it, the outermost call at the top. Each finding is as'
          + ' wide as the larger of A and B, so that what is gone still shows; a frame is as wide as its findings together.'),
      chart.parts,
      el('ul', { class: 'keys' }, key(FRAME_COLORS.bad, 'more in B'), key(FRAME_COLORS.kept, 'less in B'),
          key(FRAME_COLORS.calm, 'the same; a pale colour means a small part of the frame has changed'))),
  diff.rows.length > 0 && el('section', { id: 'findings' }, el('h2', {}, 'Findings'),
      el('ul', { class: 'changes card panel' }, diff.rows.map((row) =>
        el('li', {}, el('span', { class: 'chip ' + TONES[row.change] }, row.change), ' ', row.text)))),
  el('footer', {}, 'Written by tt-alloc. This file is self-contained: it loads nothing and sends nothing.'),
].filter(Boolean));
chart.draw(differs('bytes') || (sized && !differs('count')) ? 'bytes' : 'count');
document.documentElement.dataset.ready = 'true';
