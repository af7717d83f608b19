import type { practice } from '@sayback/contract';

/** A turn that was left sooner than this share of its line wasn't used. */
const LEAST_SHARE = 0.5;

/** A recording until it is measured. `hasVoice`: as far as it is known; its take, once one is sure. */
type Pending<Take> = { hasVoice: boolean; take: Take | null };

export type TurnCount<Take> = ReturnType<typeof createTurnCount<Take>>;

/**
 * Counts one turn at one line: as said for each recording of it that has a voice, else once, as waited through or skipped, when
 * it is left. What is still being measured then is waited for, whatever line comes next.
 */
export function createTurnCount<Take>(
  lineMs: number,
  count: (what: practice.Attempt['what'], take: Take | null) => void,
) {
  const began = performance.now();
  const pending = new Set<Pending<Take>>();
  let share: number | null = null;
  let isCounted = false;

  function settle(): void {
    if (share === null || pending.size > 0 || isCounted) return;
    isCounted = true;
    count(share >= LEAST_SHARE ? 'waited' : 'skipped', null);
  }

  /** Counts a recording as what is known of it. Once only: the page may have been closed before. */
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
    /** A recording is measured from now on. */
    record(hasVoice: boolean): Pending<Take> {
      const recorded = { hasVoice, take: null };
      pending.add(recorded);
      return recorded;
    },
    /** Nothing can be measured any more. */
    closePage(): void {
      for (const recorded of pending) end(recorded);
      leave();
    },
  };
}
