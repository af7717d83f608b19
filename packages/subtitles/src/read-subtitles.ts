import type { Reading, SubtitleFormat } from './cue.ts';
import { readSrt } from './srt.ts';
import { isVtt, readVtt } from './vtt.ts';

/** Reads SubRip or WebVTT, judged by content: with WebVTT's signature it is WebVTT, else SubRip. Never throws. */
export function readSubtitles(text: string): { format: SubtitleFormat } & Reading {
  return isVtt(text) ? { format: 'vtt', ...readVtt(text) } : { format: 'srt', ...readSrt(text) };
}
