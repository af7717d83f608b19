import { readYouTubeCaptions, writeVtt } from '@sayback/subtitles';

/** What YouTube serves as captions, as WebVTT with every line once; null where no cue is in it. */
export function readCaptions(text: string): string | null {
  const reading = readYouTubeCaptions(text);
  return reading.cues.length === 0 ? null : writeVtt(reading);
}
