import { clockMs, LATEST_MS } from '../cues/cue-times.ts';

/** Frames and ticks per second, from the attributes of `<tt>`. */
export type Rates = { frames: number; ticks: number };

const CLOCK = /^(\d{1,4}):(\d{2}):(\d{2})(?:\.(\d{1,9})|:(\d{1,3})(?:\.\d{1,3})?)?$/;
const OFFSET = /^(\d{1,12}(?:\.\d{1,9})?)(h|m|s|ms|f|t)$/;

/** Returns the rates, with the specification's defaults: https://www.w3.org/TR/ttml2/#parameter-attribute-frameRate. */
export function readRates(attributes: Record<string, string>): Rates {
  const parsePositive = (value: string | undefined) =>
    Number(value) > 0 && Number(value) < 1e9 ? Number(value) : null;
  const text = parsePositive(attributes.frameRate);
  const [numerator, denominator] = (attributes.frameRateMultiplier ?? '').split(/[\s:]+/).map(parsePositive);
  const frames = (text ?? 30) * (numerator && denominator ? numerator / denominator : 1);
  const subFrames = parsePositive(attributes.subFrameRate) ?? 1;
  return { frames, ticks: parsePositive(attributes.tickRate) ?? (text ? frames * subFrames : 1) };
}

/** Parses a TTML time expression (a clock time, or a number with a unit) to milliseconds; null for any other text. */
export function readTtmlTime(value: string, { frames, ticks }: Rates): number | null {
  const clock = CLOCK.exec(value.trim());
  if (clock) {
    const [, hours = '', minutes = '', seconds = '', fraction, frame = '0'] = clock;
    const ms = clockMs(hours, minutes, seconds, fraction);
    return ms === null ? null : ms + Math.round((Number(frame) * 1000) / frames);
  }
  const [, number, unit = ''] = OFFSET.exec(value.trim()) ?? [];
  if (number === undefined) return null;
  const units: Record<string, number> = {
    h: 3_600_000,
    m: 60_000,
    s: 1000,
    ms: 1,
    f: 1000 / frames,
    t: 1000 / ticks,
  };
  const ms = Math.round(Number(number) * (units[unit] ?? 0));
  return ms > LATEST_MS ? null : ms;
}
