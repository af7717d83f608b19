/** State of a media element that a test sets. Seconds, as in the element. */
type ElementState = {
  paused: boolean;
  ended: boolean;
  seeking: boolean;
  readyState: number;
  currentTime: number;
  duration: number;
  playbackRate: number;
  src: string;
  error: { code: number } | null;
};

export type SimulatedElement = {
  element: HTMLVideoElement;
  state: ElementState;
  calls: string[];
  /** Error of the next play(); null if it succeeds. */
  rejection: DOMException | null;
  fire(type: keyof HTMLMediaElementEventMap): void;
  /** Loads the metadata, as the browser does once a source is set. */
  load(): void;
  fail(code: number): void;
};

/** A `<video>` whose state and events are set by the test. */
export function createSimulatedElement(): SimulatedElement {
  const element = document.createElement('video');
  const state: ElementState = {
    paused: true,
    ended: false,
    seeking: false,
    readyState: 0,
    currentTime: 0,
    duration: Number.NaN,
    playbackRate: 1,
    src: '/clip.mp4?signature=old',
    error: null,
  };
  const simulated: SimulatedElement = {
    element,
    state,
    calls: [],
    rejection: null,
    fire: (type) => {
      element.dispatchEvent(new Event(type));
    },
    load() {
      Object.assign(state, { readyState: 4, duration: 60, error: null });
      simulated.fire('loadedmetadata');
    },
    fail(code) {
      state.error = { code };
      simulated.fire('error');
    },
  };
  for (const name of Object.keys(state) as (keyof ElementState)[]) {
    Object.defineProperty(element, name, {
      get: () => state[name],
      set: (value) => {
        simulated.calls.push(`${name} = ${value}`);
        Object.assign(state, { [name]: value });
        // The load algorithm resets these.
        if (name === 'src')
          Object.assign(state, { paused: true, currentTime: 0, playbackRate: 1, readyState: 0 });
      },
    });
  }
  element.play = () => {
    simulated.calls.push('play');
    if (simulated.rejection) return Promise.reject(simulated.rejection);
    state.paused = false;
    return Promise.resolve();
  };
  element.pause = () => {
    simulated.calls.push('pause');
    state.paused = true;
  };
  return simulated;
}
