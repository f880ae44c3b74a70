// One process: its numbers and charts, a comparison of two moments, and the report on it, built from the parts of the report's own page.
const STATE_TEXTS = {
  running: null,
  killed: 'The process was killed. What it left open is below.',
  ended: 'The process has ended. What it left open is below.',
  gone: 'The process has ended and its ledger is gone: there was nothing to report, or somebody deleted it. The data below was read before that.',
};

function liveTile(name) {
  const value = el('dd', {});
  return { node: el('div', { class: 'card tile' }, el('dt', {}, name), value), show: (text) => setText(value, text) };
}

function liveTiles() {
  const tiles = COLUMNS.map(([, title]) => liveTile(title));
  return {
    node: el('dl', { class: 'tiles', id: 'now' }, tiles.map((tile) => tile.node)),
    show: (process) => COLUMNS.forEach(([, , text], i) => tiles[i].show(text(process))),
  };
}

// The report, created only on request: numbers that change while they are being read cannot be read.
function reportPart(process, signal) {
  const place = { head: el('header', { class: 'report-head' }), nav: el('nav', { 'aria-label': 'Sections of the report' }), main: el('div', {}) };
  const age = el('span', { class: 'soft', id: 'report-age' });
  const again = el('button', { id: 'judge', onclick: () => load() }, 'Judge again');
  let ends = null;
  let counters = null;
  let made = '';

  async function load() {
    again.disabled = true;
    setText(age, 'Reading the ledger \u2026');
    try {
      const path = 'api/processes/' + process.pid + '/page?started=' + startedOf(process);
      const data = await (await askForReport(path, signal)).json();
      if (ends) ends.abort();
      ends = new AbortController();
      for (const part of Object.values(place)) part.replaceChildren();
      showReport(data, { ...place, signal: ends.signal });
      place.main.dataset.report = data.process.ended;
      counters = data.totals;
      made = 'Report of ' + time(Date.now()) + '. ';
      setText(age, made);
    } catch (error) {
      if (!signal.aborted) setText(age, 'No report: ' + whyNot(error) + '.');
    } finally {
      again.disabled = false;
    }
  }

  signal.addEventListener('abort', () => { if (ends) ends.abort(); });
  return {
    node: el('div', { id: 'report' }, el('div', { class: 'tools' }, again, age), place.head, place.nav, place.main),
    load,
    show(now) {
      const before = process;
      process = now;
      if (!now.deleted && now.judgedAtEnd && !before.judgedAtEnd) load();
      if (!counters || again.disabled) return;
      const opened = now.opened - counters.opened;
      const closed = now.closed - counters.closed;
      if (opened > 0 || closed > 0) setText(age, made + 'Since then ' + grouped(opened) + ' opened, ' + grouped(closed) + ' closed.');
    },
  };
}

function processView(process) {
  const end = new AbortController();
  const note = el('p', { class: 'note', role: 'status', hidden: true });
  const tiles = liveTiles();
  const devices = devicePanel();
  const charts = [new LiveChart('Live resources', histories.open, false, process.ledger),
    new LiveChart('Bytes', histories.bytes, true, process.ledger)];
  const state = el('span', { class: 'chip' });
  const title = el('h1', { tabindex: '-1' }, state, el('span', { class: 'says' }, process.program + ' ' + process.pid));
  const report = reportPart(process, end.signal);
  const deviceSection = el('section', {}, el('h2', {}, 'Devices'), devices.node);
  const overTime = el('section', {}, el('h2', {}, 'Since this page was opened'), el('div', { class: 'charts' }, charts.map((chart) => chart.node)));
  const node = [el('p', { class: 'back' }, el('a', { href: './' }, '\u2190 All processes')), title, note, tiles.node,
    downloads(process), deviceSection, overTime,
    comparison(process, end.signal), report.node];
  report.load();
  return {
    node,
    title,
    show(now) {
      const word = now ? wordOf(now) : 'gone';
      state.className = 'chip ' + STATES[word];
      setText(state, word);
      setText(note, STATE_TEXTS[word] || '');
      note.hidden = !STATE_TEXTS[word];
      if (!now) return;
      tiles.show(now);
      deviceSection.hidden = !now.devices.length;
      devices.show(now.devices);
      report.show(now);
      charts.forEach((chart) => chart.draw());
      overTime.hidden = charts.every((chart) => chart.node.hidden);
    },
    end: () => { end.abort(); charts.forEach((chart) => chart.end()); },
  };
}
