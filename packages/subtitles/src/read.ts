// Separate entry point for reading only.
export type { Cue, Reading } from './cues/cue.ts';
export { PROBLEM_TEXTS, type Problem } from './cues/problem.ts';
export { type CaptionFormat, readSubtitles, readYouTubeCaptions } from './formats.ts';
export { readSrt } from './srt/read-srt.ts';
export { isVtt, readVtt } from './vtt/read-vtt.ts';
