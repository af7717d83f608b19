import * as z from 'zod/mini';

/**
 * Identifies a line of a video's original track, together with the video's id. Unlike a segment id, it survives realignment.
 */
export const lineIdentity = z.object({
  /** Start of the segment, without the learner's nudge. */
  start_ms: z.int().check(z.nonnegative(), z.lte(36_000_000_000)),
  /** `hashLine` of the segment's original text. */
  text_hash: z.int().check(z.nonnegative()),
});

export type LineIdentity = z.infer<typeof lineIdentity>;

/**
 * Maximum distance between starts at which lines with the same text count as the same line, since editing a cut moves a line's
 * start.
 */
export const SAME_LINE_MS = 2000;

/** Hashes a line's letters and digits to 53 bits, so that punctuation, case, spaces and markup can change (cyrb53, public domain). */
export function hashLine(text: string): number {
  const letters = text
    .replace(/<[^>]*>/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < letters.length; index++) {
    const unit = letters.charCodeAt(index);
    high = Math.imul(high ^ unit, 2_654_435_761);
    low = Math.imul(low ^ unit, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & low) + (high >>> 0);
}

/** Makes a UUID version 7 (RFC 9562) from a time in milliseconds and ten random bytes. */
export function makeAttemptId(timeMs: number, random: Uint8Array): string {
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
  const bytes = Array.from(random.subarray(0, 10), (byte) => hex(byte, 2)).join('');
  const variant = hex(((random[2] ?? 0) & 0x3f) | 0x80, 2);
  const time = hex(Math.floor(timeMs), 12);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${bytes.slice(1, 4)}-${variant}${bytes.slice(6, 8)}-${bytes.slice(8)}`;
}

/** Returns the time of an attempt's id in milliseconds. */
export const readAttemptTime = (id: string): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16);
