import { readYouTubeCaptions, writeVtt } from '@sayback/subtitles';

/** Converts YouTube captions to WebVTT with every line once; null if there is no cue. */
export function readCaptions(text: string): string | null {
  const reading = readYouTubeCaptions(text);
  return reading.cues.length === 0 ? null : writeVtt(reading);
}
