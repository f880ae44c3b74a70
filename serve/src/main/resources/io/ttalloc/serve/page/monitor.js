// The page: what is open on this machine, or one process, depending on the address.
const machine = document.getElementById('machine');
const processPlace = document.getElementById('process');
const status = document.getElementById('status');
let latest = null;
let shownProcess = null;

// The time changes too often to be read out.
function say(text, tone, clock) {
  if (!status.firstChild) status.append(el('span', {}), el('span', { 'aria-hidden': 'true' }));
  status.className = tone;
  setText(status.firstChild, text);
  setText(status.lastChild, clock ? ' ' + clock : '');
  document.body.classList.toggle('stale', tone === 'bad');
}

function machineView() {
  const title = el('h1', { tabindex: '-1' }, 'Reading the ledgers \u2026');
  const devices = devicePanel();
  const table = processTable();
  const charts = [new LiveChart('Live resources of each process', histories.open, false),
    new LiveChart('Bytes of each process', histories.bytes, true),
    new LiveChart('Bytes of each device', histories.devices, true)];
  const natives = nativePanel();
  const notes = el('ul', { class: 'facts', id: 'notes' });
  const states = el('p', { class: 'lead' });
  const deviceSection = el('section', { id: 'devices' }, el('h2', {}, 'Devices'), devices.node);
  const overTime = el('section', { id: 'over-time' }, el('h2', {}, 'Since this page was opened'),
      el('p', { class: 'lead' }, 'Running processes, according to their latest reports.'),
      el('div', { class: 'charts' }, charts.map((chart) => chart.node)));
  const empty = el('div', { class: 'card panel', id: 'empty', hidden: true });
  const full = el('div', { id: 'all', hidden: true },
      deviceSection,
      el('section', { id: 'processes' }, el('h2', {}, 'Processes'),
          el('p', { class: 'lead' }, 'Choose a process to see its findings. Live, Bytes and Leaks are from its latest report; \u2013 means unknown.'), table.filter, table.node),
      overTime);
  machine.replaceChildren(title, states, empty, full, natives.node, notes);
  return {
    title,
    show(state) {
      const leaks = leaksOf(state.processes);
      setText(title, leaks || headOf(state.processes));
      setText(states, leaks ? headOf(state.processes) : '');
      states.hidden = !leaks;
      deviceSection.hidden = !state.devices.length;
      const none = state.processes.length === 0;
      empty.hidden = !none;
      full.hidden = none;
      if (none && !empty.firstChild) empty.append(...howToStart(state.folders));
      devices.show(state.devices);
      table.show(state);
      natives.show(state.native);
      charts.forEach((chart) => chart.draw());
      overTime.hidden = charts.every((chart) => chart.node.hidden);
      const lines = notesOf(state);
      if (lines.join() !== notes.dataset.lines) notes.replaceChildren(...lines.map((line) => el('li', {}, line)));
      notes.dataset.lines = lines.join();
    },
  };
}

function headOf(processes) {
  if (!processes.length) return 'No process has a ledger';
  const counts = new Map();
  for (const process of processes) counts.set(wordOf(process), (counts.get(wordOf(process)) || 0) + 1);
  return [...counts].map(([word, count]) => grouped(count) + ' ' + word).join(', ');
}

// Null if no leak is known.
function leaksOf(processes) {
  const leaking = processes.filter((process) => process.leaks > 0);
  const leaks = leaking.reduce((sum, process) => sum + process.leaks, 0);
  return leaks > 0 ? counted(leaks, 'leak') + ' in ' + grouped(leaking.length) + ' of ' + counted(processes.length, 'process') : null;
}

function howToStart(folders) {
  return [el('p', {}, 'A process appears here as soon as it runs with the agent:'),
    el('pre', {}, 'TT_ALLOC_TRACKING_ENABLED=1 java -javaagent:tt-alloc-agent.jar -jar app.jar'),
    el('p', {}, 'An example to try: ', el('code', {}, 'tt-alloc demo mesh'), '. Ledgers are looked for in ', folders.join(', '), '.')];
}

function notesOf(state) {
  return [state.omitted > 0 && counted(state.omitted, 'more ledger') + ' not watched: there are too many.',
    state.ofOthers > 0 && counted(state.ofOthers, 'ledger') + ' of other users not opened.',
    ...state.problems].filter(Boolean);
}

const view = machineView();

// The process that the address names, as it is now.
function chosen() {
  const wanted = new URLSearchParams(location.search);
  if (!wanted.has('pid')) return null;
  const { pid, started } = Object.fromEntries(wanted);
  const found = latest && latest.processes.find((process) => String(process.pid) === pid
      && (started == null || String(startedOf(process)) === started));
  return { key: location.search, process: found };
}

function route(focus) {
  const wanted = chosen();
  if (shownProcess && (!wanted || wanted.key !== shownProcess.key)) {
    shownProcess.view.end();
    shownProcess = null;
  }
  machine.hidden = wanted != null;
  processPlace.hidden = wanted == null;
  if (!wanted) {
    document.title = 'tt-alloc monitor';
    if (latest) view.show(latest);
    if (focus) view.title.focus({ preventScroll: true });
    return;
  }
  if (!shownProcess && wanted.process) {
    shownProcess = { key: wanted.key, view: processView(wanted.process) };
    processPlace.replaceChildren(...shownProcess.view.node);
    delete processPlace.dataset.missing;
    document.title = wanted.process.program + ' ' + wanted.process.pid + ' - tt-alloc monitor';
    if (focus) shownProcess.view.title.focus({ preventScroll: true });
  }
  if (shownProcess) shownProcess.view.show(wanted.process);
  else if (latest && processPlace.dataset.missing !== wanted.key) {
    processPlace.dataset.missing = wanted.key;
    processPlace.replaceChildren(el('p', { class: 'back' }, el('a', { href: './' }, '\u2190 All processes')),
        el('h1', { tabindex: '-1' }, 'This process has no ledger here'));
  }
}

function go(address) {
  history.pushState(null, '', address);
  route(true);
  scrollTo({ top: 0, behavior: 'instant' });
}

// Links within the page change the address and load nothing.
document.addEventListener('click', (event) => {
  const link = event.target.closest('a');
  if (!link || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const here = new URL('./', location.href);
  const to = new URL(link.href);
  if (to.origin === here.origin && to.pathname === here.pathname && to.hash === '' && !link.hasAttribute('download')) {
    event.preventDefault();
    go(link.href);
  }
});
addEventListener('popstate', () => route(false));

listen((state) => {
  latest = state;
  record(state);
  say('live', 'good', time(state.at));
  route(false);
  document.documentElement.dataset.ready = 'true';
}, say, login);
