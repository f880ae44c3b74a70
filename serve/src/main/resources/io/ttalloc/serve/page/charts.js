// The values since the page was opened. When there are many samples, every second one is dropped.
const MAX_SAMPLES = 900;
const MAX_LINES = 8;

// Whole numbers only.
const COUNT_STEPS = Array.from({ length: 15 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat();

class History {
  constructor() {
    this.times = [];
    this.lines = new Map();
    this.stepSeconds = 1;
  }

  // Values are [key, name, value], followed by a device and its process if lines that differ only in the device are to be merged. The last
  // sample is the current one, as in the rest of the page; it is kept if it is a step later than the one before.
  add(seconds, values) {
    const [before, last] = this.times.slice(-2);
    if (last - before < this.stepSeconds * 0.9) {
      this.times.pop();
      for (const line of this.lines.values()) line.values.pop();
    }
    this.times.push(seconds);
    for (const [key, name, value, device, pid] of values) {
      if (!this.lines.has(key)) this.lines.set(key, { key, name, device, pid, values: new Array(this.times.length - 1).fill(null) });
      this.lines.get(key).values.push(value);
    }
    for (const line of this.lines.values()) {
      if (line.values.length < this.times.length) line.values.push(null);
    }
    if (this.times.length > MAX_SAMPLES) this.thin();
  }

  thin() {
    const kept = (_, i) => i % 2 === 1;
    this.times = this.times.filter(kept);
    for (const [key, line] of this.lines) {
      line.values = line.values.filter(kept);
      if (line.values.every((value) => value == null)) this.lines.delete(key);
    }
    this.stepSeconds *= 2;
  }
}

// The largest lines; identical lines are merged.
function linesToDraw(history, only) {
  const alike = new Map();
  for (const line of history.lines.values()) {
    if (only && line.key !== only) continue;
    const peak = Math.max(...line.values);
    const text = line.device == null ? line.key : line.pid + line.name + JSON.stringify(line.values);
    if (peak > 0 && !alike.has(text)) alike.set(text, { ...line, peak, devices: [] });
    if (peak > 0 && line.device != null) alike.get(text).devices.push(line.device);
  }
  const lines = [...alike.values()].sort((a, b) => b.peak - a.peak);
  const several = new Set(lines.map((line) => line.pid)).size > 1;
  for (const line of lines) {
    const owner = several && line.pid ? ' of PID ' + line.pid : '';
    if (line.devices.length) line.name = line.name + (line.devices.length > 1 ? ' of devices ' + ranges(line.devices) + ', each' : ' of device ' + line.devices[0]) + owner;
  }
  return { lines: lines.slice(0, MAX_LINES), more: lines.length - MAX_LINES };
}

// A line keeps its colour as long as the page is open.
const lineColors = new Map();

function colorOfLine(key) {
  if (!lineColors.has(key)) lineColors.set(key, PALETTE[lineColors.size % PALETTE.length]);
  return lineColors.get(key);
}

// A chart of a history, or of one of its lines.
class LiveChart {
  constructor(title, history, inBytes, only) {
    this.title = el('span', { class: 'soft' });
    this.box = el('div', { class: 'plot', role: 'img', 'aria-label': title + ' over time, a chart; the table has the current numbers' });
    this.node = el('div', { class: 'card panel chart' }, el('h3', {}, title, this.title), this.box);
    Object.assign(this, { history, inBytes, only, drawn: '', plot: null });
    whenResized(this.box, () => this.again());
    this.ended = new AbortController();
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.again(), { signal: this.ended.signal });
  }

  // Stops drawing.
  end() {
    this.ended.abort();
    if (this.plot) this.plot.destroy();
    this.plot = null;
    this.box.remove();
  }

  again() {
    this.drawn = '';
    this.draw();
  }

  // Hidden while there is nothing to draw; draws nothing while it cannot be seen.
  draw() {
    const { lines, more } = linesToDraw(this.history, this.only);
    this.node.hidden = lines.length === 0;
    if (!this.box.clientWidth || !lines.length) return;
    setText(this.title, more > 0 ? 'the ' + MAX_LINES + ' largest; ' + grouped(more) + ' more' : '');
    const data = [this.history.times, ...lines.map((line) => line.values)];
    const names = JSON.stringify([this.box.clientWidth, lines.map((line) => [line.key, line.name])]);
    if (names === this.drawn) {
      if (this.plot) this.plot.setData(data);
      return;
    }
    this.drawn = names;
    if (this.plot) this.plot.destroy();
    this.plot = null;
    this.box.replaceChildren();
    this.plot = new uPlot(this.options(lines), data, this.box);
  }

  options(lines) {
    const axis = chartAxis();
    const text = this.inBytes ? about : grouped;
    const values = { ...axis, values: (_, ticks) => ticks.map(text), size: 72 };
    return {
      width: this.box.clientWidth,
      height: 200,
      scales: { y: { range: (_, low, high) => [0, (high || 1) * 1.08] } },
      axes: [{ ...axis, values: (_, ticks) => ticks.map((at) => time(at * 1000)), space: 90 },
        this.inBytes ? { ...values, incrs: BYTE_STEPS } : { ...values, incrs: COUNT_STEPS }],
      series: [{ label: 'Time', value: (_, at) => (at == null ? 'now' : time(at * 1000)) },
        ...lines.map((line) => ({ label: line.name, stroke: colorOfLine(line.key), width: 2, points: { show: (plot) => plot.data[0].length < 3 },
          paths: uPlot.paths.stepped({ align: 1 }),
          value: (plot, at, i) => { const shown = at == null ? plot.data[i][plot.data[i].length - 1] : at; return shown == null ? UNKNOWN : text(shown); } }))],
      cursor: { drag: { x: false, y: false } },
    };
  }
}

const histories = { open: new History(), bytes: new History(), devices: new History() };

function record(state) {
  const seconds = Date.parse(state.at) / 1000;
  const running = state.processes.filter((process) => process.state === 'running');
  const name = (process) => process.program + ' ' + process.pid;
  histories.open.add(seconds, running.map((process) => [process.ledger, name(process), process.live]));
  histories.bytes.add(seconds, running.map((process) => [process.ledger, name(process), process.liveBytes]));
  histories.devices.add(seconds, state.devices.map((use) => [use.pid + ' ' + use.device + ' ' + use.space, use.space, use.usedBytes, use.device, use.pid]));
}
