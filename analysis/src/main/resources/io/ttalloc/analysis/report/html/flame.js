// Flame graph: verdict and, where there is one, space at the top, the stack below, outermost call first.
const METRICS = {
  bytes: { name: 'Live bytes', text: bytes },
  count: { name: 'Live count', text: (count) => grouped(count) + ' open' },
  opened: { name: 'All opened', text: (count) => grouped(count) + ' opened' },
};

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
  const root = flameNode('all', 'all', '#all');
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

// Whether the leaks have bytes; if there are none, whether any findings have.
function sized() {
  const leaks = findingList.filter((finding) => finding.leak);
  return (leaks.length ? leaks : findingList).some(({ shares }) => shares.some(([, , size]) => size > 0));
}

function hueOf(text) {
  let hash = 7;
  for (let i = 0; i < text.length; i++) hash = (hash * 31 + text.charCodeAt(i)) % 9973;
  return hash;
}

function flameColor(node) {
  const kind = node.data.kind;
  if (kind === '#bad') return FRAME_COLORS.bad;
  if (kind === '#kept') return FRAME_COLORS.kept;
  if (kind === '#warn') return '#f0c978';
  if (kind === '#platform') return '#cfd3d6';
  if (kind.startsWith('#')) return FRAME_COLORS.calm;
  // One hue per package, from yellow to red, so that the boundaries between parts of a program are visible.
  const hash = hueOf(kind);
  return 'hsl(' + (16 + (hash % 9) * 5) + ', ' + (66 + (hash % 4) * 7) + '%, ' + (68 + (hash % 3) * 4) + '%)';
}

function flame() {
  const chart = flameChart({
    metrics: METRICS,
    tree: flameTree,
    color: flameColor,
    telling: (node, metric, total) => node.data.full + ': ' + METRICS[metric].text(node.value) + ', '
        + percent(node.value, total) + ' of ' + METRICS[metric].text(total),
    all: (metric, tree) => METRICS[metric].text(tree.value) + ' in all.',
    nothing: (metric) => (metric === 'bytes' ? 'No open resource has a size; see the live count.' : 'Nothing is open.'),
    split: data.devices.length > 0 && 'by device',
  });
  onShow(() => chart.draw(!findingList.length ? 'opened' : sized() ? 'bytes' : 'count'));
  return chart.parts;
}
