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
type Format = { isFormat: (text: string) => boolean; read: (text: string) => Reading };

/** Formats in order of detection. SubRip has no signature, so it comes last and accepts any text. */
const FORMATS: Record<SubtitleFormat, Format> = {
  vtt: { isFormat: isVtt, read: readVtt },
  ass: { isFormat: isAss, read: readAss },
  ttml: { isFormat: isTtml, read: readTtml },
  stl: { isFormat: isStl, read: readStl },
  scc: { isFormat: isScc, read: readScc },
  sub: { isFormat: isMicroDvd, read: readMicroDvd },
  sbv: { isFormat: isSbv, read: readSbv },
  lrc: { isFormat: isLrc, read: readLrc },
  txt: { isFormat: isTimedTranscript, read: readTranscript },
  srt: { isFormat: () => true, read: readSrt },
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
  const format = ORDER.find((format) => FORMATS[format].isFormat(text)) ?? 'srt';
  const reading = FORMATS[format].read(text);
  if (format === 'srt' && reading.cues.length === 0 && isPlainTranscript(text)) {
    return { format: 'txt', cues: [], problems: [problem(1, 'transcript')] };
  }
  return { format, ...reading };
}

export type CaptionFormat = SubtitleFormat | 'json3';

/**
 * Reads captions from YouTube, detected by content: json3, rolling WebVTT, or else any subtitle format. Returns every line once,
 * without word times. Never throws.
 */
export function readYouTubeCaptions(text: string): { format: CaptionFormat } & Reading {
  if (isJson3(text)) return { format: 'json3', ...readJson3(text) };
  if (isVtt(text) && isRollingVtt(text)) return { format: 'vtt', ...readRollingVtt(text) };
  return readSubtitles(text);
}

/** Returns the format, SubRip or WebVTT, that preserves the most information of cues read from another format. */
export function writtenFormat(format: CaptionFormat): 'srt' | 'vtt' {
  return format === 'json3' || format === 'vtt' ? 'vtt' : 'srt';
}

export function writeSubtitles(format: WrittenFormat, writable: Writable): string {
  return WRITERS[format](writable);
}
