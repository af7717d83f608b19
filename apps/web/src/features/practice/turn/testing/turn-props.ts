import type { practice, videos } from '@sayback/contract';
import { vi } from 'vitest';
import type { Player, PlayerSnapshot } from '../../player/player.ts';
import type { TaskProps } from '../task-props.ts';

/** A Spanish line, the first of two, in its turn. */
export const LINE = {
  segment_id: 4,
  start_ms: 1000,
  end_ms: 2000,
  text_original: '¿Que estén maduros?',
  text_target: 'That they be ripe?',
  video_id: 7,
  alignment_id: 3,
} as practice.QueuedLine;

const snapshot: PlayerSnapshot = {
  phase: { name: 'turn', since: 5, until: null },
  index: 0,
  count: 2,
  round: 1,
  rate: 1,
  duration: 9000,
};
/** A player that records calls. */
export const player = { replay: vi.fn(), next: vi.fn(), stop: vi.fn(), getSnapshot: () => snapshot };

/** Props of a task for that line, except its session, mode and `onControls`. */
export const turnProps = {
  player: player as unknown as Player,
  snapshot,
  video: { id: 7, original_language: 'es' } as videos.Video,
  volume: 1,
  showsText: false,
  onCheckMicrophone: () => undefined,
} satisfies Partial<TaskProps>;
