// What lies where in each device's memory. Addresses are per bank; long gaps are drawn short.
const ROWS = 16;
const OTHERS = '#8a93a6';
const NAMESPACE = 'http://www.w3.org/2000/svg';

function svg(tag, attributes) {
  const node = document.createElementNS(NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}

// Places addresses on 0 to 1000: used parts in proportion, a gap never longer than a tenth of them.
function scaleOf(banks) {
  const low = banks.map((bank) => BigInt(bank.base)).reduce((a, b) => (b < a ? b : a));
  const parts = banks.flatMap((bank) => {
    const shift = Number(BigInt(bank.base) - low);
    return bank.spans.map(([start, extent]) => [shift + start, shift + start + extent]);
  }).sort((a, b) => a[0] - b[0]);
  const used = [];
  for (const [start, end] of parts) {
    const last = used[used.length - 1];
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else used.push([start, end]);
  }
  const sum = used.reduce((total, [start, end]) => total + end - start, 0) || 1;
  const steps = [];
  let at = 0;
  used.forEach(([start, end], i) => {
    const gap = i ? start - used[i - 1][1] : 0;
    const drawn = Math.min(gap, sum / 10);
    if (i) steps.push({ from: used[i - 1][1], to: start, at, length: drawn, cut: drawn < gap });
    at += drawn;
    steps.push({ from: start, to: end, at, length: end - start, cut: false });
    at += end - start;
  });
  const place = (offset) => {
    let step = steps[steps.length - 1];
    let first = 0;
    let last = steps.length - 1;
    while (first <= last) {
      const middle = (first + last) >> 1;
      if (offset < steps[middle].from) last = middle - 1;
      else if (offset > steps[middle].to) first = middle + 1;
      else { step = steps[middle]; break; }
    }
    const part = step.to > step.from ? (offset - step.from) / (step.to - step.from) : 0;
    return (1000 * (step.at + part * step.length)) / at;
  };
  const hex = (offset) => '0x' + (low + BigInt(Math.round(offset))).toString(16);
  return { low, place, hex, cuts: steps.filter((step) => step.cut), end: steps[steps.length - 1].to };
}

function openersOf(banks) {
  const sums = new Map();
  for (const bank of banks) {
    for (const span of bank.spans) {
      for (const stack of span[5]) sums.set(stack, (sums.get(stack) || 0) + span[3]);
    }
  }
  const order = [...sums].sort((a, b) => b[1] - a[1]).map(([stack]) => stack);
  return new Map(order.map((stack, i) => [stack, i < PALETTE.length - 1 ? PALETTE[i] : OTHERS]));
}

const findingOf = (stack) => findingList.find((one) => one.openedBy === stack);

function openerOf(stack) {
  const finding = findingOf(stack);
  if (finding) return finding.title + ' (' + finding.what + ', ' + finding.verdict + ')';
  const frames = framesOf(stack);
  return frames.length ? frames[0][2] : 'unknown stack';
}

function yourFrame(stack) {
  const finding = findingOf(stack);
  const frame = framesOf(stack)[finding && finding.yours >= 0 ? finding.yours : 0];
  return frame == null ? null : 'opened by ' + frame[0] + '(' + frame[1] + ')';
}

function bankRow(bank, scale, colors, sessions) {
  const shift = Number(BigInt(bank.base) - scale.low);
  const picture = svg('svg', { viewBox: '0 0 1000 22', preserveAspectRatio: 'none', role: 'img' });
  for (const cut of scale.cuts) {
    const x = scale.place(cut.from);
    picture.append(svg('rect', { class: 'cut', x: x + (scale.place(cut.to) - x) / 2 - 1, y: 0, width: 2, height: 22 }));
  }
  bank.spans.forEach((span, i) => {
    const x = scale.place(shift + span[0]);
    const width = Math.max(1.5, scale.place(shift + span[0] + span[1]) - x);
    // Stacks that share a region share its height.
    const height = 18 / span[5].length;
    span[5].forEach((stack, at) => picture.append(svg('rect', { class: 'used', x, y: 2 + at * height, width, height,
      fill: colors.get(stack), 'data-span': i, 'fill-opacity': span[1] > 0 ? 0.35 + (0.65 * span[2]) / span[1] : 1 })));
  });
  picture.addEventListener('mousemove', (event) => {
    const at = event.target.dataset ? event.target.dataset.span : null;
    const span = at == null ? null : bank.spans[at];
    if (!span) {
      showTip(event, bank.place, 'a gap: nothing is tracked here');
      return;
    }
    showTip(event, bank.place + ', ' + scale.hex(shift + span[0]) + ' to ' + scale.hex(shift + span[0] + span[1]),
        (span[3] > 0 ? bytes(span[3]) + ' in ' : '') + counted(span[4], 'region') + ', ' + bytes(span[2]) + ' per bank',
        span[5].length > 1 && 'shared by ' + counted(span[5].length, 'stack'),
        ...span[5].flatMap((stack) => [openerOf(stack), yourFrame(stack)]));
  });
  picture.addEventListener('mouseleave', hideTip);
  return el('div', { class: 'bank-row', 'data-device': bank.device },
      el('div', { class: 'name' }, 'device ' + bank.device, sessions && bank.session && el('small', {}, bank.session)),
      picture, el('div', { class: 'amount' }, bank.bytes > 0 ? bytes(bank.bytes) : counted(bank.regions, 'region')));
}

function bankPanel(space, banks) {
  const scale = scaleOf(banks);
  const colors = openersOf(banks);
  const sessions = new Set(banks.map((bank) => bank.device)).size < banks.length;
  const rows = el('div', {});
  const show = (kept) => {
    rows.replaceChildren(...banks.slice(0, kept).map((bank) => bankRow(bank, scale, colors, sessions)));
    if (banks.length > kept) {
      rows.append(el('button', { onclick: () => show(banks.length) }, 'Show all ' + banks.length));
    }
  };
  show(ROWS);
  const named = [...colors].slice(0, PALETTE.length - 1);
  const keys = named.map(([stack, fill]) => el('li', {}, el('i', { style: { background: fill } }), openerOf(stack)));
  if (colors.size > named.length) {
    keys.push(el('li', {}, el('i', { style: { background: OTHERS } }), counted(colors.size - named.length, 'other stack')));
  }
  return el('div', { class: 'card panel', 'data-bank': space },
      el('h3', {}, space, el('span', {}, counted(banks.reduce((sum, bank) => sum + bank.regions, 0), 'region')
          + (banks.some((bank) => bank.coarse) ? ', drawn in groups' : ''))),
      el('div', { class: 'axis' }, el('span', {}, scale.hex(0)), el('span', {}, scale.hex(scale.end))),
      rows, el('ul', { class: 'keys' }, keys));
}

function banks() {
  return [...bySpace(page.banks)].map(([space, list]) => bankPanel(space, list));
}
