import type { Cue, Reading } from '@sayback/subtitles';
import { readSrt, readSubtitles, readVtt, writeSrt, writeVtt } from '@sayback/subtitles';

/** Returns a fault in a reading, or in writing and rereading it; null if there is none. */
export function findReadingFault(reading: Reading, input: string): string | null {
  const { cues, problems } = reading;
  if (!cues.every(isWellFormed)) return 'a cue is not well-formed';
  const lines = input.split(/\r\n|[\n\r\u2028\u2029]/).length;
  if (!problems.every(({ line, message }) => line >= 1 && line <= lines && message !== '')) {
    return 'a problem has no line';
  }
  const vtt = readVtt(writeVtt(reading));
  if (!isSame(vtt, readVtt(writeVtt(vtt)))) return 'WebVTT differs after writing';
  return findVttFault(writeVtt(reading), cues) ?? findSrtFault(writeSrt(reading));
}

/** Returns a fault if reading WebVTT doesn't return every written cue; null otherwise. */
export function findVttFault(written: string, cues: readonly Cue[]): string | null {
  return isSame(readVtt(written).cues.map(toPlainCue), cues.map(toPlainCue)) ? null : 'WebVTT lost a cue';
}

/**
 * Returns a fault if writing and rereading SubRip changes cues; null otherwise. The first writing may: SubRip can't represent
 * everything.
 */
export function findSrtFault(written: string): string | null {
  const { cues } = readSrt(written);
  return isSame(readSrt(writeSrt(cues)).cues, cues) ? null : 'SubRip differs after writing';
}

/**
 * Returns a fault if reading ASS or TTML loses a text; null otherwise. Ignores whitespace, since both wrap lines, and control
 * characters, which XML can't represent.
 */
export function findWrappedFault(
  format: 'ass' | 'ttml',
  written: string,
  cues: readonly Cue[],
): string | null {
  const removeSpaces = (text: string) => text.replace(/[\s\p{Cc}\uFFFE\uFFFF\uFFFD]+/gu, '');
  const listTexts = (list: readonly Cue[]) =>
    [...new Set(list.map(({ text }) => removeSpaces(text)))].filter((text) => text !== '').sort();
  const back = readSubtitles(written);
  if (cues.length > 0 && back.cues.length > 0 && back.format !== format)
    return `${format} is mistaken for ${back.format}`;
  return isSame(listTexts(back.cues), listTexts(cues)) ? null : `${format} lost a text`;
}

export function isWellFormed({ index, start, end, text }: Cue, at: number): boolean {
  return (
    index === at + 1 &&
    Number.isInteger(start) &&
    Number.isInteger(end) &&
    start >= 0 &&
    end >= start &&
    text.isWellFormed() &&
    !text.includes('\0')
  );
}

export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function toPlainCue({ start, end, text }: Cue) {
  return { start, end, text };
}
