// How the page queries the monitor. The token, if one is needed, stays in this tab and is sent only with the requests.
const TOKEN = 'tt-alloc-token';
const RETRY_MILLIS = 2000;
const SILENCE_MILLIS = 10000;
const EVENT = 'data: ';
const tokenNeeded = document.documentElement.dataset.token === 'needed';
let token = tokenNeeded ? sessionStorage.getItem(TOKEN) : null;

class Refused extends Error {
  constructor(status, text) {
    super(text || 'status ' + status);
    this.status = status;
  }
}

async function ask(path, signal) {
  const headers = token ? { Authorization: 'Bearer ' + token } : {};
  const answer = await fetch(path, { signal, headers, cache: 'no-store', credentials: 'omit' });
  if (!answer.ok) throw new Refused(answer.status, (await answer.text()).trim());
  return answer;
}

const pause = (millis) => new Promise((resolve) => { setTimeout(resolve, millis); });

// A report is made for each request; while others are being made, this one waits for its turn.
async function askForReport(path, signal) {
  for (let tries = 0; ; tries++) {
    try {
      return await ask(path, signal);
    } catch (error) {
      if (error.status !== 503 || tries === 30) throw error;
      await pause(1000);
    }
  }
}

// Why a request failed, in words.
const whyNot = (error) => (error instanceof Refused ? error.message : 'the monitor does not answer');

// An error in this page must not look like a lost connection.
function shown(show, state) {
  try {
    show(state);
  } catch (error) {
    reportError(error);
  }
}

const STATE_ORDER = ['running', 'killed', 'detached', 'ended'];
const startedOf = (process) => Date.parse(process.startedAt);
const inOrder = (one, two) => STATE_ORDER.indexOf(one.state) - STATE_ORDER.indexOf(two.state) || startedOf(two) - startedOf(one);

// The first event contains a whole state, each later one only what has changed. What can be computed from the rest is in neither.
function stateAfter(before, event) {
  const processes = new Map((before ? before.processes : []).map((process) => [process.ledger, process]));
  for (const ledger of event.gone || []) processes.delete(ledger);
  for (const process of event.processes) processes.set(process.ledger, { ...processes.get(process.ledger), ...process });
  const state = { ...before, ...event, processes: [...processes.values()].sort(inOrder) };
  const running = state.processes.filter((process) => process.state === 'running');
  for (const process of running) process.ageMillis = Date.parse(state.at) - startedOf(process);
  state.devices = running.flatMap((process) => process.devices.map((use) => ({ pid: process.pid, ...use })));
  return state;
}

// Reads states until the answer ends.
async function readEvents(show) {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MILLIS);
  const hide = () => { if (document.hidden) silence.abort(); };
  document.addEventListener('visibilitychange', hide);
  try {
    const answer = await ask('api/events', silence.signal);
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    let state = null;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MILLIS);
      const events = (rest + value).split('\n\n');
      rest = events.pop();
      for (const event of events) state = stateAfter(state, JSON.parse(event.slice(EVENT.length)));
      if (events.length) shown(show, state);
    }
  } finally {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', hide);
  }
}

function untilSeen() {
  return new Promise((resolve) => {
    const look = () => {
      if (document.hidden) return;
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    look();
  });
}

// Shows every new state while the page can be seen; a page in the background does not occupy a stream that others could use.
async function listen(show, say, login) {
  for (;;) {
    await untilSeen();
    if (tokenNeeded && !token) token = await login();
    try {
      await readEvents(show);
    } catch (error) {
      if (document.hidden) continue;
      if (error.status === 401) {
        token = null;
        sessionStorage.removeItem(TOKEN);
        say('The monitor rejected this token.', 'bad');
        continue;
      }
      if (error.status === 503) await askOnce(show, say);
      else say('Connection to the monitor lost. Trying again.', 'bad');
      await pause(RETRY_MILLIS);
    }
  }
}

// Reads the state once, because too many pages are listening already.
async function askOnce(show, say) {
  try {
    shown(show, await (await ask('api/state')).json());
  } catch (error) {
    say('Connection to the monitor lost: ' + whyNot(error) + '. Trying again.', 'bad');
  }
}

// Asks the user for the token.
function login() {
  const box = document.getElementById('login');
  return new Promise((resolve) => {
    const field = el('input', { type: 'password', id: 'token', autocomplete: 'off', required: true });
    box.replaceChildren(el('form', { class: 'card panel', onsubmit: (event) => {
      event.preventDefault();
      sessionStorage.setItem(TOKEN, field.value.trim());
      box.hidden = true;
      box.replaceChildren();
      resolve(field.value.trim());
    } }, el('label', { for: 'token' }, 'The token that this monitor was started with (--token-file)'), field,
    el('button', {}, 'Show'), el('p', { class: 'soft' }, 'It is kept only in this tab. The connection is not encrypted unless the address begins with https.')));
    box.hidden = false;
    field.focus();
  });
}
