// The frame's side of the double: a player without pictures, with its own clock. `OPTIONS` is defined before this script.
const STATES = { UNSTARTED: -1, ENDED: 0, PLAYING: 1, PAUSED: 2, BUFFERING: 3, CUED: 5 };
const SEEK_MS = 60;
const TICK_MS = 4;

let state = STATES.CUED;
let rate = 1;
/** Position in seconds at the time `positionSince`. */
let position = 0;
let positionSince = 0;
let canPlay = OPTIONS.autoplay === 'allowed';
let playedFrom = 0;
/** Timer of the last seek, and the state after it. */
let seekTimer = null;
let nextState = STATES.PAUSED;
/** Ranges played, in seconds. */
const stops = [];

/** The same in the page and in the frame. */
const now = () => performance.timeOrigin + performance.now();
const time = () => (state === STATES.PLAYING ? position + ((now() - positionSince) / 1000) * rate : position);

function post(event, data) {
  const info = { state, time: time(), duration: OPTIONS.duration, rate, sentAt: now() };
  parent.postMessage({ event, data, info }, '*');
}

function setPosition(seconds) {
  position = seconds;
  positionSince = now();
}

function setState(next) {
  if (state === next) return;
  setPosition(time());
  if (next === STATES.PLAYING) playedFrom = position;
  if (state === STATES.PLAYING) stops.push({ from: playedFrom, at: position });
  state = next;
  post('onStateChange', state);
}

function rejectPlay() {
  setState(STATES.BUFFERING);
  setTimeout(() => {
    setState(STATES.UNSTARTED);
    if (OPTIONS.autoplay === 'blocked') post('onAutoplayBlocked');
  }, SEEK_MS);
}

function seek(seconds) {
  // A player that hasn't played yet starts playing on a seek.
  if (seekTimer === null) nextState = state === STATES.PAUSED ? STATES.PAUSED : STATES.PLAYING;
  if (nextState === STATES.PLAYING && !canPlay) {
    setPosition(seconds);
    return post();
  }
  setState(STATES.BUFFERING);
  clearTimeout(seekTimer);
  seekTimer = setTimeout(() => {
    seekTimer = null;
    setPosition(seconds);
    if (state === nextState) post();
    else setState(nextState);
  }, SEEK_MS);
}

/** Plays or pauses, also during a seek: playing then starts after it. */
function playOrPause(next) {
  nextState = next;
  if (seekTimer === null || next === STATES.PAUSED) setState(next);
}

const commands = {
  play: () => (canPlay ? playOrPause(STATES.PLAYING) : rejectPlay()),
  pause: () => playOrPause(STATES.PAUSED),
  // Resets the rate, like YouTube's player.
  cue(seconds) {
    rate = 1;
    setPosition(seconds);
    setState(STATES.CUED);
    post();
  },
  seek,
  rate(newRate) {
    setPosition(time());
    rate = newRate;
    post('onPlaybackRateChange', rate);
  },
};

function stopAtEnd() {
  if (state === STATES.PLAYING && time() >= OPTIONS.duration) setState(STATES.ENDED);
}

function becomeReady() {
  if (OPTIONS.error !== null) return post('onError', OPTIONS.error);
  window.addEventListener('message', ({ data }) => commands[data.command]?.(data.argument));
  document.addEventListener('click', () => {
    canPlay = true;
    playOrPause(state === STATES.PLAYING ? STATES.PAUSED : STATES.PLAYING);
  });
  setInterval(stopAtEnd, TICK_MS);
  setInterval(() => state === STATES.PLAYING && post(), OPTIONS.reportInterval);
  post('onReady');
}

Object.assign(window, { double: { stops, time, becomeReady } });
if (OPTIONS.readyDelay !== null) setTimeout(becomeReady, OPTIONS.readyDelay);
