// How pages are built and numbers are written, whatever the report. Shared by the report's page and the monitor's.
// Names from the application go into text nodes only.
function el(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name === 'class') node.className = value;
    else if (name === 'style') Object.assign(node.style, value);
    else if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, '');
    else if (value !== false && value != null) node.setAttribute(name, value);
  }
  for (const child of children.flat()) {
    if (child != null && child !== false) node.append(child);
  }
  return node;
}

const grouped = (number) => Math.round(number).toString().replace(/\B(?=(\d{3})+$)/g, ',');
const bytes = (number) => grouped(number) + ' B';
const percent = (part, whole) => (whole > 0 ? ((100 * part) / whole).toFixed(part === whole ? 0 : 1) : '0') + ' %';
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// A KiB is 1,024 B.
function about(number) {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];
  let unit = 0;
  let value = number;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  const digits = unit === 0 || value >= 100 || Number.isInteger(value) ? 0 : 1;
  return value.toFixed(digits) + ' ' + units[unit];
}

function counted(count, singular) {
  let plural = singular + (/(s|x|ch|sh)$/.test(singular) ? 'es' : 's');
  if (/[^aeiou]y$/.test(singular) && singular.length > 3) plural = singular.slice(0, -1) + 'ies';
  return grouped(count) + ' ' + (count === 1 ? singular : plural);
}

function duration(nanos) {
  const tenths = (value) => (value >= 100 ? value.toFixed(0) : value.toFixed(1).replace(/\.0$/, ''));
  if (nanos < 1e3) return nanos + ' ns';
  if (nanos < 1e6) return tenths(nanos / 1e3) + ' us';
  if (nanos < 1e9) return tenths(nanos / 1e6) + ' ms';
  if (nanos < 60e9) return tenths(nanos / 1e9) + ' s';
  const seconds = Math.floor(nanos / 1e9);
  if (seconds < 3600) return Math.floor(seconds / 60) + ' min ' + (seconds % 60) + ' s';
  return Math.floor(seconds / 3600) + ' h ' + String(Math.floor((seconds % 3600) / 60)).padStart(2, '0') + ' min';
}

// 0\u20133, 5
function ranges(numbers) {
  const parts = [];
  for (let i = 0; i < numbers.length;) {
    let j = i;
    while (j + 1 < numbers.length && numbers[j + 1] === numbers[j] + 1) j++;
    parts.push(i === j ? String(numbers[i]) : numbers[i] + '\u2013' + numbers[j]);
    i = j + 1;
  }
  return parts.join(', ');
}

// Colour-blind people can tell these colours apart, on both backgrounds.
const PALETTE = ['#4e8ac9', '#e98b2d', '#4fa565', '#b784c7', '#d9c03f', '#4fb6b3', '#e07b86', '#a5826b', '#8a93a6'];

function color(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

// The possible intervals between the ticks of a byte axis.
const BYTE_STEPS = Array.from({ length: 52 }, (_, power) => 2 ** power);

function chartAxis() {
  return { stroke: color('--soft'), grid: { stroke: color('--line'), width: 1 }, ticks: { stroke: color('--line') },
    font: '12px system-ui, sans-serif' };
}

const tip = document.getElementById('tip');

function showTip(event, ...lines) {
  tip.replaceChildren(...lines.filter(Boolean).map((line) => el('div', {}, line)));
  tip.hidden = false;
  const box = tip.getBoundingClientRect();
  const left = Math.min(event.clientX + 14, window.innerWidth - box.width - 10);
  const below = event.clientY + 18;
  const top = below + box.height > window.innerHeight - 6 ? event.clientY - box.height - 12 : below;
  Object.assign(tip.style, { left: Math.max(6, left) + 'px', top: Math.max(6, top) + 'px' });
}

function hideTip() {
  tip.hidden = true;
}

function whenResized(box, draw) {
  let waiting = 0;
  new ResizeObserver(() => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(draw);
  }).observe(box);
}
