import { DEFAULT_PLAYER_SETTINGS } from '@sayback/contract';
import { createPlayer, type Player } from '../player.ts';
import type { PracticeSettings } from '../practice-state.ts';
import type { Segment } from '../segment-window.ts';
import { createSimulatedClock, type SimulatedClock } from './simulated-clock.ts';
import { type Behaviour, createSimulatedMedia, type SimulatedMedia } from './simulated-media.ts';

export const SEGMENTS: readonly Segment[] = [
  { start: 1000, end: 3000 },
  { start: 5000, end: 6500 },
  { start: 10_000, end: 14_000 },
];

export const createSettings = (changes: Partial<PracticeSettings> = {}): PracticeSettings => ({
  ...DEFAULT_PLAYER_SETTINGS,
  ...changes,
});

type Practice = {
  clock: SimulatedClock;
  media: SimulatedMedia;
  player: Player;
  phase(): string;
  /** Returns the ranges played since the last call, in whole milliseconds, which hides an overshoot below 1 ms. */
  takePlayed(): string[];
  /** Advances the clock until a phase is reached; throws after a minute. */
  advanceUntil(phase: string): void;
  /** Presses Play Segment, and advances the clock until the turn. */
  playToTurn(): void;
};

/** Creates a player on a simulated medium. All other options are practice settings. */
export function startPractice({
  segments = SEGMENTS,
  index = 0,
  isReady = true,
  behaviour = {},
  ...changes
}: Partial<PracticeSettings> & {
  segments?: readonly Segment[];
  index?: number;
  isReady?: boolean;
  behaviour?: Partial<Behaviour>;
} = {}): Practice {
  const clock = createSimulatedClock();
  const media = createSimulatedMedia(clock, behaviour);
  if (isReady) media.becomeReady();
  const player = createPlayer({ media, segments, settings: createSettings(changes), index, clock });
  const phase = () => player.getSnapshot().phase.name;
  let takenCount = 0;
  const advanceUntil = (name: string) => {
    for (let waited = 0; phase() !== name; waited += 5) {
      if (waited > 60_000) throw new Error(`Not ${name} but ${phase()} after a minute`);
      clock.advance(5);
    }
  };
  return {
    clock,
    media,
    player,
    phase,
    takePlayed() {
      const ranges = media.played.slice(takenCount);
      takenCount = media.played.length;
      return ranges.map(({ from, to }) => `${Math.round(from)}-${Math.floor(to + 1e-6)}`);
    },
    advanceUntil,
    playToTurn() {
      player.playSegment();
      advanceUntil('turn');
    },
  };
}

/** Creates a player in the turn after its first line. */
export function startTurn(options?: Parameters<typeof startPractice>[0]) {
  const practice = startPractice(options);
  practice.playToTurn();
  return practice;
}
