export type { AlignedSegment, AlignOptions } from './align.ts';
export { align } from './align.ts';
export type { Cue, Problem, Reading } from './cue.ts';
export type { SubtitleFormat } from './read-subtitles.ts';
export { readSubtitles } from './read-subtitles.ts';
export { readSrt, writeSrt } from './srt.ts';
export { readVtt, writeVtt } from './vtt.ts';
