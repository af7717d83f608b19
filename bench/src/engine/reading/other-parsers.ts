import { readSrt, readVtt } from '@sayback/subtitles';
import nodeWebvtt from 'node-webvtt';
import * as subsrt from 'subsrt-ts';
import subtitle from 'subtitle';

/** A cue as every parser must return it; times in milliseconds. */
export type Row = { start: number; end: number; text: string };
export type Parser = { name: string; read: (text: string) => Row[] };

/**
 * The fastest of eight parsers on npm. The others (srt-parser-2, @plussub/srt-vtt-parser, media-captions, vtt.js,
 * webvtt-parser) take 2 to 30 times as long.
 */
export const PARSERS: Record<'srt' | 'vtt', [Parser, ...Parser[]]> = {
  srt: [
    { name: 'Sayback', read: (text) => readSrt(text).cues },
    { name: 'subsrt-ts', read: (text) => readWithSubsrt(text, 'srt') },
    { name: 'subtitle', read: readWithSubtitle },
  ],
  vtt: [
    { name: 'Sayback', read: (text) => readVtt(text).cues },
    { name: 'node-webvtt', read: readWithNodeWebvtt },
    { name: 'subsrt-ts', read: (text) => readWithSubsrt(text, 'vtt') },
    { name: 'subtitle', read: readWithSubtitle },
  ],
};

function readWithSubsrt(text: string, format: string): Row[] {
  return subsrt.parse(text, { format, eol: '\n' }).flatMap((cue) => (cue.type === 'caption' ? [cue] : []));
}

function readWithSubtitle(text: string): Row[] {
  return subtitle.parseSync(text).flatMap((node) => (node.type === 'cue' ? [node.data] : []));
}

function readWithNodeWebvtt(text: string): Row[] {
  return nodeWebvtt
    .parse(text)
    .cues.map(({ start, end, text: cue }) => ({ start: start * 1000, end: end * 1000, text: cue }));
}
