import type { SubtitleFormat } from '@sayback/contract/subtitle-formats';
import { isAss, readAss } from './ass/read-ass.ts';
import { writeAss } from './ass/write-ass.ts';
import type { Reading, Writable, WrittenFormat } from './cues/cue.ts';
import { problem } from './cues/problem.ts';
import { isLrc, readLrc } from './lrc/read-lrc.ts';
import { isMicroDvd, readMicroDvd } from './microdvd/read-microdvd.ts';
import { isSbv, readSbv } from './sbv/read-sbv.ts';
import { isScc, readScc } from './scc/read-scc.ts';
import { readSrt } from './srt/read-srt.ts';
import { writeSrt } from './srt/write-srt.ts';
import { isStl, readStl } from './stl/read-stl.ts';
import { isPlainTranscript, isTimedTranscript, readTranscript } from './transcript/read-transcript.ts';
import { isTtml, readTtml } from './ttml/read-ttml.ts';
import { writeTtml } from './ttml/write-ttml.ts';
import { isVtt, readVtt } from './vtt/read-vtt.ts';
import { writeVtt } from './vtt/write-vtt.ts';
import { isJson3, readJson3 } from './youtube-captions/read-json3.ts';
import { isRollingVtt, readRollingVtt } from './youtube-captions/read-rolling-vtt.ts';

/** A format's detection and reader. */
type Format = { recognises: (text: string) => boolean; read: (text: string) => Reading };

/** Tried in this order. SubRip has no signature, so it comes last and takes everything. */
const FORMATS: Record<SubtitleFormat, Format> = {
  vtt: { recognises: isVtt, read: readVtt },
  ass: { recognises: isAss, read: readAss },
  ttml: { recognises: isTtml, read: readTtml },
  stl: { recognises: isStl, read: readStl },
  scc: { recognises: isScc, read: readScc },
  sub: { recognises: isMicroDvd, read: readMicroDvd },
  sbv: { recognises: isSbv, read: readSbv },
  lrc: { recognises: isLrc, read: readLrc },
  txt: { recognises: isTimedTranscript, read: readTranscript },
  srt: { recognises: () => true, read: readSrt },
};

const WRITERS: Record<WrittenFormat, (writable: Writable) => string> = {
  srt: writeSrt,
  vtt: writeVtt,
  ass: writeAss,
  ttml: writeTtml,
};

const ORDER = /* @__PURE__ */ Object.keys(FORMATS) as SubtitleFormat[];

/** Reads a subtitle file in any format, detected by its content. Never throws. */
export function readSubtitles(text: string): { format: SubtitleFormat } & Reading {
  const format = ORDER.find((format) => FORMATS[format].recognises(text)) ?? 'srt';
  const reading = FORMATS[format].read(text);
  if (format === 'srt' && reading.cues.length === 0 && isPlainTranscript(text)) {
    return { format: 'txt', cues: [], problems: [problem(1, 'transcript')] };
  }
  return { format, ...reading };
}

export type CaptionFormat = SubtitleFormat | 'json3';

/**
 * Reads captions as YouTube serves them, detected by their content: json3, rolling WebVTT, or else any subtitle file. Cues are
 * clean: every line once, without word times. Never throws.
 */
export function readYouTubeCaptions(text: string): { format: CaptionFormat } & Reading {
  if (isJson3(text)) return { format: 'json3', ...readJson3(text) };
  if (isVtt(text) && isRollingVtt(text)) return { format: 'vtt', ...readRollingVtt(text) };
  return readSubtitles(text);
}

/** Returns the format that preserves most of cues read from another one: SubRip or WebVTT. */
export function writtenFormat(format: CaptionFormat): 'srt' | 'vtt' {
  return format === 'json3' || format === 'vtt' ? 'vtt' : 'srt';
}

export function writeSubtitles(format: WrittenFormat, writable: Writable): string {
  return WRITERS[format](writable);
}
