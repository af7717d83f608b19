/** Seconds of silence before the countdown starts: nobody loses a turn while thinking. */
const SILENT_S = 8;
const COUNTDOWN_S = 3;

/**
 * Returns how long a turn still waits for its first word after `silence` seconds: the seconds of the visible countdown, from 3
 * to 1 (null before it), and whether the wait has ended.
 */
export function firstWordWait(silence: number): { countdown: number | null; hasEnded: boolean } {
  const remaining = SILENT_S + COUNTDOWN_S - silence;
  return {
    countdown: remaining <= COUNTDOWN_S ? Math.max(1, Math.ceil(remaining)) : null,
    hasEnded: remaining <= 0,
  };
}
