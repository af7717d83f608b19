import { isAss, readAss } from './ass.ts';
import type { ReadFormat, Reading } from './cue.ts';
import { readSrt } from './srt.ts';
import { isVtt, readVtt } from './vtt.ts';

/**
 * Reads SubRip, WebVTT or SubStation Alpha, judged by content: with WebVTT's signature it is WebVTT, with one of its
 * sections SubStation Alpha, else SubRip. Never throws.
 */
export function readSubtitles(text: string): { format: ReadFormat } & Reading {
  if (isVtt(text)) return { format: 'vtt', ...readVtt(text) };
  if (isAss(text)) return { format: 'ass', ...readAss(text) };
  return { format: 'srt', ...readSrt(text) };
}
