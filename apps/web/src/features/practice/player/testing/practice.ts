import { DEFAULT_PLAYER_SETTINGS } from '@sayback/contract';
import type { Player } from '../player.ts';
import { createPlayer } from '../player.ts';
import type { PracticeSettings } from '../practice-state.ts';
import type { Segment } from '../segment-window.ts';
import type { SimulatedClock } from './simulated-clock.ts';
import { createSimulatedClock } from './simulated-clock.ts';
import type { Behaviour, SimulatedMedia } from './simulated-media.ts';
import { createSimulatedMedia } from './simulated-media.ts';

export const SEGMENTS: readonly Segment[] = [
  { start: 1000, end: 3000 },
  { start: 5000, end: 6500 },
  { start: 10_000, end: 14_000 },
];

export function settings(changes: Partial<PracticeSettings> = {}): PracticeSettings {
  return { ...DEFAULT_PLAYER_SETTINGS, ...changes };
}

export type Practice = {
  clock: SimulatedClock;
  media: SimulatedMedia;
  player: Player;
  phase(): string;
  /** Ranges played since the last call, in whole milliseconds, so an overshoot of less than one doesn't show. */
  heard(): string[];
  /** Advances until the phase is reached; fails if it isn't within a minute. */
  until(phase: string): void;
};

/** Creates a player on a simulated medium that is ready. */
export function practise({
  segments = SEGMENTS,
  index = 0,
  ready = true,
  behaviour = {},
  ...changes
}: Partial<PracticeSettings> & {
  segments?: readonly Segment[];
  index?: number;
  ready?: boolean;
  behaviour?: Partial<Behaviour>;
} = {}): Practice {
  const clock = createSimulatedClock();
  const media = createSimulatedMedia(clock, behaviour);
  if (ready) media.becomeReady();
  const player = createPlayer({ media, segments, settings: settings(changes), index, clock });
  const phase = () => player.getSnapshot().phase.name;
  let notifications = 0;
  return {
    clock,
    media,
    player,
    phase,
    heard() {
      const pieces = media.heard.slice(notifications);
      notifications = media.heard.length;
      return pieces.map(({ from, to }) => `${Math.round(from)}-${Math.floor(to + 1e-6)}`);
    },
    until(name) {
      for (let waited = 0; phase() !== name; waited += 5) {
        if (waited > 60_000) throw new Error(`Not ${name} but ${phase()} after a minute`);
        clock.advance(5);
      }
    },
  };
}
