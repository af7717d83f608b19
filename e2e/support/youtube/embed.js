// The frame's side of the double: a player without pictures, on a clock of its own. `KNOBS` stands before it.
const STATES = { UNSTARTED: -1, ENDED: 0, PLAYING: 1, PAUSED: 2, BUFFERING: 3, CUED: 5 };
const SEEK_MS = 60;
const TICK_MS = 4;

let state = STATES.CUED;
let rate = 1;
/** In seconds: where it stood when the clock showed `since`. */
let stood = 0;
let since = 0;
let mayPlay = KNOBS.autoplay === 'allowed';
let from = 0;
/** Timer of the last seek, and the state that follows it. */
let seeking = null;
let goal = STATES.PAUSED;
/** Stretches played: start and stop of each, in seconds. */
const stops = [];

/** The same in the page and in the frame. */
const now = () => performance.timeOrigin + performance.now();
const time = () => (state === STATES.PLAYING ? stood + ((now() - since) / 1000) * rate : stood);

function tell(event, data) {
  const info = { state, time: time(), duration: KNOBS.duration, rate, told: now() };
  parent.postMessage({ event, data, info }, '*');
}

function place(seconds) {
  stood = seconds;
  since = now();
}

function enter(next) {
  if (state === next) return;
  place(time());
  if (next === STATES.PLAYING) from = stood;
  if (state === STATES.PLAYING) stops.push({ from, at: stood });
  state = next;
  tell('onStateChange', state);
}

function refuse() {
  enter(STATES.BUFFERING);
  setTimeout(() => {
    enter(STATES.UNSTARTED);
    if (KNOBS.autoplay === 'blocked') tell('onAutoplayBlocked');
  }, SEEK_MS);
}

function seek(seconds) {
  // A player that has not played yet starts playing on a seek.
  if (seeking === null) goal = state === STATES.PAUSED ? STATES.PAUSED : STATES.PLAYING;
  if (goal === STATES.PLAYING && !mayPlay) {
    place(seconds);
    return tell();
  }
  enter(STATES.BUFFERING);
  clearTimeout(seeking);
  seeking = setTimeout(() => {
    seeking = null;
    place(seconds);
    if (state === goal) tell();
    else enter(goal);
  }, SEEK_MS);
}

/** Plays or pauses; a seek in progress doesn't undo it, and playing starts after it. */
function order(next) {
  goal = next;
  if (seeking === null || next === STATES.PAUSED) enter(next);
}

const commands = {
  play: () => (mayPlay ? order(STATES.PLAYING) : refuse()),
  pause: () => order(STATES.PAUSED),
  // As with YouTube's own, at the usual rate.
  cue(seconds) {
    rate = 1;
    place(seconds);
    enter(STATES.CUED);
    tell();
  },
  seek,
  rate(wanted) {
    place(time());
    rate = wanted;
    tell('onPlaybackRateChange', rate);
  },
};

function run() {
  if (state === STATES.PLAYING && time() >= KNOBS.duration) enter(STATES.ENDED);
}

function becomeReady() {
  if (KNOBS.error !== null) return tell('onError', KNOBS.error);
  window.addEventListener('message', ({ data }) => commands[data.command]?.(data.argument));
  document.addEventListener('click', () => {
    mayPlay = true;
    order(state === STATES.PLAYING ? STATES.PAUSED : STATES.PLAYING);
  });
  setInterval(run, TICK_MS);
  setInterval(() => state === STATES.PLAYING && tell(), KNOBS.reportEvery);
  tell('onReady');
}

Object.assign(window, { double: { stops, time, becomeReady } });
if (KNOBS.readyAfter !== null) setTimeout(becomeReady, KNOBS.readyAfter);
