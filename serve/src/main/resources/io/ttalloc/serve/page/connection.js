// How the page asks the monitor. A token, if one is needed, stays in this tab and goes nowhere but into the requests.
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

// A fault of this page is none of the connection.
function shown(show, state) {
  try {
    show(state);
  } catch (error) {
    reportError(error);
  }
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
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MILLIS);
      const events = (rest + value).split('\n\n');
      rest = events.pop();
      if (events.length) shown(show, JSON.parse(events[events.length - 1].slice(EVENT.length)));
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

// Shows every new state as long as the page can be seen; a page in the background takes no stream from others.
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
        say('The monitor does not know this token.', 'bad');
        continue;
      }
      if (error.status === 503) await askOnce(show, say);
      else say('Connection to the monitor lost. Trying again.', 'bad');
      await pause(RETRY_MILLIS);
    }
  }
}

// As many pages listen as may.
async function askOnce(show, say) {
  try {
    shown(show, await (await ask('api/state')).json());
  } catch (error) {
    say('Connection to the monitor lost: ' + whyNot(error) + '. Trying again.', 'bad');
  }
}

// Asks its user for the token.
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
    el('button', {}, 'Show'), el('p', { class: 'soft' }, 'It stays in this tab. What is sent is not encrypted unless the address begins with https.')));
    box.hidden = false;
    field.focus();
  });
}
