import type { YouTubeApi } from '../youtube-script.ts';

type State = 'unstarted' | 'ended' | 'playing' | 'paused' | 'buffering' | 'cued';
const CODES: Record<State, number> = {
  unstarted: -1,
  ended: 0,
  playing: 1,
  paused: 2,
  buffering: 3,
  cued: 5,
};

export type SimulatedYouTube = {
  api: YouTubeApi;
  created: YT.PlayerOptions[];
  calls: string[];
  /** Values that the players report. Seconds, as in YouTube's API. */
  reported: { time: number; duration: number; rate: number; rates: number[] };
  becomeReady(): void;
  enter(state: State): void;
  fail(code: number): void;
  changeRate(rate: number): void;
  blockAutoplay(): void;
};

/**
 * Mocks YouTube's API with players controlled by the test. As with the real ones, a player replaces its node with an iframe,
 * and has only `destroy` before it is ready.
 */
export function createSimulatedYouTube(): SimulatedYouTube {
  const created: YT.PlayerOptions[] = [];
  const calls: string[] = [];
  const reported = { time: 0, duration: 60, rate: 1, rates: [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] };
  let state = CODES.cued;
  let player: object = {};

  class Player {
    constructor(element: HTMLElement, options: YT.PlayerOptions) {
      const frame = document.createElement('iframe');
      element.replaceWith(frame);
      created.push(options);
      player = this;
      Object.assign(this, {
        destroy: () => {
          calls.push('destroy');
          frame.replaceWith(element);
        },
      });
    }
  }

  const methods = {
    getCurrentTime: () => reported.time,
    getDuration: () => reported.duration,
    getPlaybackRate: () => reported.rate,
    getAvailablePlaybackRates: () => reported.rates,
    getPlayerState: () => state,
    playVideo: () => calls.push('play'),
    cueVideoById: ({ startSeconds }: { startSeconds: number }) => calls.push(`cue ${startSeconds}`),
    pauseVideo: () => calls.push('pause'),
    seekTo: (seconds: number, ahead: boolean) => calls.push(`seek ${seconds} ${ahead}`),
    setPlaybackRate: (rate: number) => calls.push(`rate ${rate}`),
  };

  const target = () => player as YT.Player;
  const events = () => created.at(-1)?.events ?? {};
  return {
    api: { Player } as unknown as YouTubeApi,
    created,
    calls,
    reported,
    becomeReady() {
      Object.assign(player, methods);
      events().onReady?.({ target: target() });
    },
    enter(name) {
      state = CODES[name];
      events().onStateChange?.({ target: target(), data: state });
    },
    fail: (code) => events().onError?.({ target: target(), data: code }),
    changeRate(rate) {
      reported.rate = rate;
      events().onPlaybackRateChange?.({ target: target(), data: rate });
    },
    blockAutoplay: () => events().onAutoplayBlocked?.({ target: target() }),
  };
}
