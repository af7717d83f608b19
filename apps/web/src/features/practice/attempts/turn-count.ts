import type { practice } from '@sayback/contract';

/** A turn that was left before this fraction of its line had passed counts as skipped. */
const MIN_SHARE = 0.5;

/** A recording that is being measured. `hasVoice` as far as it is known; `take` once it is. */
type Pending<Take> = { hasVoice: boolean; take: Take | null };

export type TurnCount<Take> = ReturnType<typeof createTurnCount<Take>>;

/**
 * Counts one turn at one line: as said for each recording with a voice, otherwise once, as waited through or skipped, when it
 * is left. Recordings still being measured at that time are counted later, for the line they belong to.
 */
export function createTurnCount<Take>(
  lineMs: number,
  count: (label: practice.Attempt['what'], take: Take | null) => void,
) {
  const began = performance.now();
  const pending = new Set<Pending<Take>>();
  let share: number | null = null;
  let isCounted = false;

  function settle(): void {
    if (share === null || pending.size > 0 || isCounted) return;
    isCounted = true;
    count(share >= MIN_SHARE ? 'waited' : 'skipped', null);
  }

  /** Counts a recording with its known data. At most once: the page may have been closed before. */
  function end(recorded: Pending<Take>): void {
    if (!pending.delete(recorded)) return;
    const isSaid = recorded.take !== null || recorded.hasVoice;
    isCounted ||= isSaid;
    if (isSaid) count('said', recorded.take);
    else settle();
  }

  function leave(): void {
    share ??= (performance.now() - began) / lineMs;
    settle();
  }

  return {
    leave,
    end,
    /** Starts the measuring of a recording. */
    record(hasVoice: boolean): Pending<Take> {
      const recorded = { hasVoice, take: null };
      pending.add(recorded);
      return recorded;
    },
    /** Counts the remaining recordings as they are: nothing more can be measured. */
    closePage(): void {
      for (const recorded of pending) end(recorded);
      leave();
    },
  };
}
