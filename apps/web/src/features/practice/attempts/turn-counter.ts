import type { practice } from '@sayback/contract';

/** A turn that was left before this fraction of its line had passed counts as skipped. */
const MIN_FRACTION = 0.5;

/** A recording that is being measured. `hasVoice` is preliminary; `take` is set once it is measured. */
type Pending<Take> = { hasVoice: boolean; take: Take | null };

export type TurnCounter<Take> = ReturnType<typeof createTurnCounter<Take>>;

/**
 * Counts one turn at one line: as said for each recording with a voice, otherwise once, as waited through or skipped, when
 * the learner leaves it. Recordings that are still being measured then are counted later, for their line.
 */
export function createTurnCounter<Take>(
  lineMs: number,
  count: (label: practice.Attempt['what'], take: Take | null) => void,
) {
  const startTime = performance.now();
  const pending = new Set<Pending<Take>>();
  let fraction: number | null = null;
  let isCounted = false;

  function settle(): void {
    if (fraction === null || pending.size > 0 || isCounted) return;
    isCounted = true;
    count(fraction >= MIN_FRACTION ? 'waited' : 'skipped', null);
  }

  /** Counts a recording with its known data, at most once: the page can have been closed before. */
  function countRecording(recording: Pending<Take>): void {
    if (!pending.delete(recording)) return;
    const wasSaid = recording.take !== null || recording.hasVoice;
    isCounted ||= wasSaid;
    if (wasSaid) count('said', recording.take);
    else settle();
  }

  function leave(): void {
    fraction ??= (performance.now() - startTime) / lineMs;
    settle();
  }

  return {
    leave,
    countRecording,
    /** Starts the measuring of a recording. */
    record(hasVoice: boolean): Pending<Take> {
      const recording = { hasVoice, take: null };
      pending.add(recording);
      return recording;
    },
    /** Counts the remaining recordings, which can't be measured any more. */
    closePage(): void {
      for (const recording of pending) countRecording(recording);
      leave();
    },
  };
}
