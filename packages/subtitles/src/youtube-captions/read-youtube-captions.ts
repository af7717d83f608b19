import type { ReadFormat, Reading } from '../cue.ts';
import { readSubtitles } from '../read-subtitles.ts';
import { isVtt } from '../vtt.ts';
import { isJson3, readJson3 } from './read-json3.ts';
import { isRollingVtt, readRollingVtt } from './read-rolling-vtt.ts';

/**
 * Reads what YouTube serves as captions, judged by content: json3, WebVTT that rolls, or else any subtitle file. Cues are
 * clean: every line once, without the times of its words. Never throws.
 */
export function readYouTubeCaptions(text: string): { format: ReadFormat | 'json3' } & Reading {
  if (isJson3(text)) return { format: 'json3', ...readJson3(text) };
  if (isVtt(text) && isRollingVtt(text)) return { format: 'vtt', ...readRollingVtt(text) };
  return readSubtitles(text);
}
