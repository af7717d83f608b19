/**
 * Positions in a video: whole milliseconds inside, `HH:MM:SS.mmm` on the wire.
 * This is the only codec between the two.
 */

const POSITION = /^(\d{1,4}):([0-5]?\d):([0-5]?\d)(?:[.,](\d{1,3}))?$/;

/** Writes milliseconds (rounded, never below 0) as `HH:MM:SS.mmm`; hours take more digits from 100 on. */
export function formatPosition(ms: number): string {
  const whole = Math.max(0, Math.round(ms));
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3_600_000);
  const minutes = Math.floor(whole / 60_000) % 60;
  const seconds = Math.floor(whole / 1000) % 60;
  return `${two(hours)}:${two(minutes)}:${two(seconds)}.${String(whole % 1000).padStart(3, '0')}`;
}

/** Reads `HH:MM:SS.mmm` or `HH:MM:SS,mmm` as milliseconds; null when it is neither. */
export function parsePosition(text: string): number | null {
  const match = POSITION.exec(text.trim());
  if (!match) return null;
  const [, hours, minutes, seconds, fraction = ''] = match;
  return (
    Number(hours) * 3_600_000 +
    Number(minutes) * 60_000 +
    Number(seconds) * 1000 +
    Number(fraction.padEnd(3, '0'))
  );
}
