// Open bytes over time, a chart per space. Devices that hardly differ share a line.
const LINES = 9;

function devicesText(devices) {
  return devices.length === 1 ? 'device ' + devices[0] : 'devices ' + ranges(devices) + ', each';
}

// Devices that do the same thing one after another differ in only a few cells; their line has the maximum of each cell.
const ALIKE_CELLS = 4;

function alike(one, other) {
  let differ = 0;
  for (let i = 0; i < one.length && differ <= ALIKE_CELLS; i++) differ += one[i] === other[i] ? 0 : 1;
  return differ <= ALIKE_CELLS;
}

function linesOf(series) {
  const lines = [];
  for (const one of series) {
    const same = lines.find((line) => alike(line.first, one.most));
    if (same) {
      same.devices.push(one.device);
      same.most = same.most.map((most, i) => Math.max(most, one.most[i]));
    } else {
      lines.push({ devices: [one.device], first: one.most, most: one.most });
    }
  }
  lines.forEach((line) => { line.name = devicesText(line.devices); });
  if (lines.length <= LINES) return lines;
  const peak = (line) => Math.max(...line.most);
  lines.sort((a, b) => peak(b) - peak(a));
  const rest = lines.slice(LINES - 1);
  const sum = rest[0].most.map((_, i) => rest.reduce((total, line) => total + line.most[i] * line.devices.length, 0));
  return [...lines.slice(0, LINES - 1), { name: 'sum of all others', most: sum, devices: [] }];
}

function drawMarks(chart) {
  const { ctx, bbox } = chart;
  ctx.save();
  ctx.strokeStyle = color('--soft');
  ctx.fillStyle = color('--soft');
  ctx.textAlign = 'left';
  ctx.textBaseline = 'alphabetic';
  ctx.setLineDash([4, 4]);
  ctx.font = 11 * devicePixelRatio + 'px system-ui, sans-serif';
  let free = -Infinity;
  for (const [name, nanos] of page.marks) {
    const x = chart.valToPos(nanos / 1e9, 'x', true);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    const wide = ctx.measureText(name).width;
    if (x - wide - 6 > free && wide < bbox.width / 3) {
      ctx.fillText(name, x - wide - 4 * devicePixelRatio, bbox.top + 12 * devicePixelRatio);
      free = x;
    }
  }
  const since = page.timeline.completeSinceNanos;
  if (since > 0) {
    ctx.globalAlpha = 0.12;
    const x = chart.valToPos(since / 1e9, 'x', true);
    ctx.fillRect(bbox.left, bbox.top, Math.max(0, x - bbox.left), bbox.height);
  }
  ctx.restore();
}

const clock = (seconds) => (seconds < 60 ? Number(seconds.toFixed(6)) + ' s' : duration(Math.round(seconds * 1e9)));

function plot(box, lines) {
  const cells = lines[0].most.length;
  const seconds = page.timeline.endNanos / 1e9;
  const times = Array.from({ length: cells }, (_, i) => ((i + 0.5) * seconds) / cells);
  const axis = chartAxis();
  const narrow = box.clientWidth < 500;
  const options = {
    width: box.clientWidth,
    height: narrow ? 190 : 220,
    scales: { x: { time: false, range: [0, seconds] }, y: { range: (_, low, high) => [0, (high || 1) * (page.marks.length ? 1.25 : 1.08)] } },
    axes: [
      { ...axis, values: (_, ticks) => ticks.map(clock), space: 80 },
      { ...axis, values: (_, ticks) => ticks.map(about), size: narrow ? 62 : 76, incrs: BYTE_STEPS },
    ],
    series: [
      { label: 'Time', value: (_, at) => (at == null ? '\u2013' : duration(Math.round(at * 1e9))) },
      ...lines.map((line, i) => ({ label: line.name, stroke: PALETTE[i % PALETTE.length], width: 2,
        fill: lines.length === 1 ? PALETTE[0] + '33' : undefined, points: { show: false },
        paths: uPlot.paths.stepped({ align: 1 }), value: (_, at) => (at == null ? 'last ' + bytes(line.most[cells - 1]) : bytes(at)) })),
    ],
    cursor: { drag: { x: true, y: false } },
    hooks: { draw: [drawMarks] },
  };
  box.replaceChildren();
  new uPlot(options, [times, ...lines.map((line) => line.most)], box);
}

function timeline() {
  const panels = [];
  for (const [space, series] of bySpace(page.timeline.series)) {
    const lines = linesOf(series);
    if (lines.every((line) => Math.max(...line.most) === 0)) continue;
    const box = el('div', { class: 'plot' });
    panels.push(el('div', { class: 'card panel', 'data-timeline': space },
        el('h3', {}, space, el('span', {}, 'drag to zoom, double-click to go back')), box));
    let drawn = 0;
    const draw = () => { drawn = box.clientWidth; plot(box, lines); };
    onShow(draw);
    whenResized(box, () => { if (box.clientWidth !== drawn) draw(); });
    onScheme(draw);
  }
  return panels;
}

function timelineLead() {
  const since = page.timeline.completeSinceNanos;
  return 'Bytes on each device since tracking began, summed over handles. '
      + (since > 0 ? 'In the grey part, before ' + duration(since)
          + ', only what is still open is known: the events of that time were overwritten. ' : '')
      + (page.marks.length ? 'Dashed lines are marks. ' : '')
      + (page.timeline.omitted ? counted(page.timeline.omitted, 'smaller device space') + ' left out.' : '');
}
