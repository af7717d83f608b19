// Separate entry point for writing only.
export { writeAss } from './ass/write-ass.ts';
export { type Writable, type WrittenFormat, writtenFormats } from './cues/cue.ts';
export { writeSubtitles, writtenFormat } from './formats.ts';
export { writeSrt } from './srt/write-srt.ts';
export { writeTtml } from './ttml/write-ttml.ts';
export { writeVtt } from './vtt/write-vtt.ts';
