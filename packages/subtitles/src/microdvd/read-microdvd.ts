import { collectLines } from '../cues/collect-cues.ts';
import { type Reading, tidyLines } from '../cues/cue.ts';

const LINE = /^\s*\{(\d{1,8})\}\{(\d{0,8})\}(.*)$/;
const RATE = /^(\d{2,3}(?:[.,]\d{1,3})?)(?: ?fps)?$/i;
/** Default frame rate: that of films on DVD, for which the format was designed. */
const DEFAULT_RATE = 24_000 / 1001;

/** Returns true if the first line that isn't blank has two frame numbers in braces. */
export function isMicroDvd(text: string): boolean {
  return /^[\s\uFEFF]*\{(?:\d{1,8}\}\{\d{0,8}|DEFAULT\}\{)\}/.test(text);
}

/**
 * Reads MicroDVD (`{25}{75}Hello|again`). The text of the first line is the frame rate if the line lasts at most one frame;
 * otherwise assumes 23.976 and reports a problem. Drops control codes. Never throws.
 */
export function readMicroDvd(text: string): Reading {
  const { lines, report, addOpen, finish } = collectLines(text);
  let frameRate = 0;
  for (const [index, raw] of lines.entries()) {
    const [, from = '', to = '', payload = ''] = LINE.exec(raw) ?? [];
    if (from === '') {
      if (raw.trim() !== '' && !/^\s*\{DEFAULT\}/i.test(raw)) {
        report(index + 1, 'unreadableTimes', { text: raw });
      }
      continue;
    }
    if (frameRate === 0) {
      const declaredRate = Number(to) - Number(from) <= 1 ? parseRate(payload) : null;
      frameRate = declaredRate ?? DEFAULT_RATE;
      if (declaredRate !== null) continue;
      report(index + 1, 'assumedFrameRate');
    }
    const ms = (frames: string) => Math.round((Number(frames) * 1000) / frameRate);
    const text = toPlainText(payload);
    if (text === '') report(index + 1, 'noText');
    else addOpen({ line: index + 1, start: ms(from), end: to === '' ? undefined : ms(to), text: text });
  }
  return finish('noTimedText');
}

/** Parses frames per second; 23.976, 29.97 and 59.94 mean NTSC's exact rates. */
function parseRate(text: string): number | null {
  const rate = Number(RATE.exec(text.trim())?.[1]?.replace(',', '.') ?? Number.NaN);
  if (!(rate >= 10 && rate <= 240)) return null;
  const whole = Math.ceil(rate);
  const ntsc = (whole * 1000) / 1001;
  return Math.abs(rate - ntsc) < 0.005 ? ntsc : rate;
}

/** Removes control codes such as `{y:i}` and `{c:$0000ff}`, and the slash that marks a line as italic. */
function toPlainText(payload: string): string {
  const plain = payload.replace(/\{[a-z]{1,8}:[^{}]{0,100}\}/gi, '');
  return tidyLines(
    plain
      .split('|')
      .map((line) => line.replace(/^\s*\//, ''))
      .join('\n'),
  );
}
