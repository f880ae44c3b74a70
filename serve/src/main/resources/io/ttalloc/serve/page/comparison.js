// Keeps moments of a process and compares them with its current state. The monitor stores the snapshots and compares them.
const SHOWN_CHANGES = 100;
const TONES = { NEW: 'bad', GROWN: 'warn', SHRUNK: 'kept', GONE: 'good' };

// The kept moments of each ledger, as long as this page is open.
const keptOf = new Map();

const signed = (number, text) => (number > 0 ? '+' : number < 0 ? '\u2212' : '\u00b1') + text(Math.abs(number));

function changeRow({ change, title, type, before, after, fingerprint }) {
  const none = { count: 0, bytes: 0 };
  const [from, to] = [before || none, after || none];
  const cell = (key, text) => el('td', { class: 'number' }, el('b', {}, signed(to[key] - from[key], text)),
      el('span', { class: 'soft' }, ' ' + text(from[key]) + ' \u2192 ' + text(to[key])));
  return el('tr', { 'data-change': change, 'data-fingerprint': fingerprint },
      el('td', {}, el('span', { class: 'chip ' + TONES[change] }, change)),
      el('th', { scope: 'row' }, title, el('span', { class: 'soft' }, '  ' + type), (to.leak || from.leak) && el('span', { class: 'soft' }, ', a leak')),
      cell('count', grouped), cell('bytes', about));
}

function changesTable(diff) {
  const changed = diff.findings.filter((row) => row.change !== 'UNCHANGED');
  const words = ['new', 'grown', 'shrunk', 'gone', 'unchanged'].map((word) => grouped(diff[word]) + ' ' + word).join(', ');
  const head = ['Change', 'Opened at', 'Open', 'Bytes'].map((text, i) => el('th', { class: i > 1 ? 'number' : '', scope: 'col' }, text));
  return [el('p', {}, 'From ' + time(diff.before) + ' to ' + time(diff.after) + ': ' + words + '.'),
    changed.length > 0 && el('div', { class: 'wide' }, el('table', { class: 'changes' }, el('thead', {}, el('tr', {}, head)),
        el('tbody', {}, changed.slice(0, SHOWN_CHANGES).map(changeRow)))),
    changed.length > SHOWN_CHANGES && el('p', { class: 'soft' }, 'and ' + grouped(changed.length - SHOWN_CHANGES) + ' more')].filter(Boolean);
}

function comparison(process, signal) {
  if (!keptOf.has(process.ledger)) keptOf.set(process.ledger, []);
  const kept = keptOf.get(process.ledger);
  const path = (what) => 'api/processes/' + process.pid + '/' + what + '?started=' + startedOf(process);
  const result = el('div', { id: 'changes', 'aria-live': 'polite' });
  const choice = el('select', { id: 'kept', 'aria-label': 'Kept moment' });
  const compare = el('button', { id: 'compare', onclick: () => during(async () => {
    const answer = await askForReport(path('diff') + '&since=' + encodeURIComponent(choice.value), signal);
    result.replaceChildren(...changesTable(await answer.json()));
  }) }, 'Compare with now');
  const list = () => {
    choice.replaceChildren(...kept.map(({ id, at, live }) => el('option', { value: id }, time(at) + ', ' + grouped(live) + ' open')));
    choice.hidden = compare.hidden = !kept.length;
  };
  const keep = el('button', { id: 'keep', onclick: () => during(async () => {
    kept.unshift(await (await askForReport(path('snapshot'), signal)).json());
    list();
    result.replaceChildren(el('p', {}, 'Kept the resources open at ' + time(kept[0].at) + '. Compare them with a later moment.'));
  }) }, 'Keep this moment');

  async function during(work) {
    keep.disabled = compare.disabled = true;
    try {
      await work();
    } catch (error) {
      if (signal.aborted) return;
      if (error.status === 410) {
        kept.splice(kept.findIndex(({ id }) => id === choice.value), 1);
        list();
      }
      result.replaceChildren(el('p', { class: 'note' }, 'Not possible: ' + whyNot(error) + '.'));
    } finally {
      keep.disabled = compare.disabled = false;
    }
  }

  list();
  return el('section', { id: 'comparison' }, el('h2', {}, 'Compare two moments'),
      el('div', { class: 'tools' }, keep, choice, compare), result);
}
