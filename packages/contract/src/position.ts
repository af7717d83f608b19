/** A position in a video: whole milliseconds in code, `HH:MM:SS.mmm` on the wire. */

const POSITION = /^(\d{1,4}):([0-5]?\d):([0-5]?\d)(?:[.,](\d{1,3}))?$/;

/** Formats milliseconds (rounded, at least 0) as `HH:MM:SS.mmm`, with more digits from 100 hours on. */
export function formatPosition(ms: number): string {
  const rounded = Math.max(0, Math.round(ms));
  const pad = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(rounded / 3_600_000);
  const minutes = Math.floor(rounded / 60_000) % 60;
  const seconds = Math.floor(rounded / 1000) % 60;
  return `${pad(hours)}:${pad(minutes)}:${pad(seconds)}.${String(rounded % 1000).padStart(3, '0')}`;
}

/** Parses `HH:MM:SS.mmm` or `HH:MM:SS,mmm` to milliseconds; null if invalid. */
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
