// Bars of devices: how much is in use, and how much of that is shared, in caches, or infrastructure.
const PARTS = [
  ['otherBytes', 'other', 'in use'],
  ['sharedBytes', 'shared', 'shared'],
  ['cachedBytes', 'cached', 'in caches'],
  ['infrastructureBytes', 'infrastructure', 'infrastructure'],
];

// Devices of a process whose bars would look the same share one; the peak is shown only if the capacity is unknown.
function alikeDevices(devices) {
  const groups = new Map();
  for (const use of devices) {
    const key = JSON.stringify({ ...use, device: 0, bytes: 0, peakBytes: use.capacityBytes == null ? use.peakBytes : 0, opened: 0, closed: 0 });
    if (!groups.has(key)) groups.set(key, { use, numbers: [] });
    groups.get(key).numbers.push(use.device);
  }
  return [...groups.values()];
}

function usedPart(use) {
  if (use.share == null) return 'peak ' + about(use.peakBytes);
  const part = 100 * use.share;
  return part > 0 && part < 1 ? '<1 %' : Math.round(part) + ' %';
}

// Names the process if there are several: each has its own device numbers, and an allocator that counts only its own use.
function deviceBar({ use, numbers }, several) {
  const whole = use.capacityBytes == null ? use.peakBytes : use.capacityBytes;
  const width = (size) => (size > 0 && whole > 0 ? Math.max(0.4, (100 * size) / whole) : 0);
  const parts = PARTS.slice(1).filter(([key]) => use[key] > 0).map(([key, , name]) => about(use[key]) + ' ' + name);
  const more = use.overlapBytes > 0 ? about(use.overlapBytes) + ' more at the same addresses' : '';
  const owner = several ? ' of PID ' + use.pid : '';
  const name = (numbers.length > 1 ? 'devices ' : 'device ') + ranges(numbers) + ' ' + use.space + owner;
  const of = about(use.usedBytes) + (use.capacityBytes == null ? '' : ' of ' + about(use.capacityBytes));
  const says = name + ': ' + bytes(use.usedBytes) + ', ' + usedPart(use) + (parts.length ? ', of which ' + parts.join(', ') : '') + (more && '; ' + more);
  return el('div', { class: 'device', 'data-pid': use.pid, 'data-device': use.device, 'data-space': use.space, 'data-fill': use.fill },
      el('span', { class: 'name' }, name, numbers.length > 1 && el('span', { class: 'soft' }, ' each')),
      el('div', { class: 'meter', role: 'img', 'aria-label': says },
          PARTS.map(([key, kind]) => el('i', { class: kind, style: { width: width(use[key]) + '%' } }))),
      el('span', { class: 'used' }, usedPart(use)),
      el('span', { class: 'amount', title: bytes(use.usedBytes) }, of),
      el('span', { class: 'soft parts' }, [...parts, more].filter(Boolean).join(', ')));
}

function deviceKeys() {
  return el('ul', { class: 'keys levels', 'aria-hidden': 'true' },
      PARTS.map(([, kind, name]) => el('li', {}, el('i', { class: kind }), name)),
      el('li', {}, el('i', { class: 'other', 'data-fill': 'high' }), 'from 75 %'),
      el('li', {}, el('i', { class: 'other', 'data-fill': 'full' }), 'from 90 %'));
}

// A panel with the bars of the devices, which redraws them when they change.
function devicePanel() {
  const bars = el('div', { class: 'devices' });
  const keys = deviceKeys();
  let shown = null;
  return {
    node: el('div', { class: 'card panel' }, bars, keys),
    show(devices) {
      const text = JSON.stringify(devices);
      if (text === shown) return;
      shown = text;
      const several = new Set(devices.map((use) => use.pid)).size > 1;
      bars.replaceChildren(...alikeDevices(devices).map((group) => deviceBar(group, several)));
    },
  };
}
