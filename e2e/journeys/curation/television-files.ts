import { readFile } from 'node:fs/promises';
import { formatPosition, parsePosition } from '@sayback/contract';
import { clipFile, ENGLISH_CLIP } from '../../support/api.ts';

type SubtitleFile = { name: string; mimeType: string; buffer: Buffer };

const MIME = 'application/x-subrip';
/** Duration of the commercial break, and the number of cues before it. */
const BREAK_MS = 20_000;
const BREAK_AFTER = 12;
export const ADVERTISEMENT = ['¡Compre ahora el detergente Nubeclara!', 'Nubeclara. Blanco como las nubes.'];

const TIME = /\d\d:\d\d:\d\d,\d\d\d/g;
const delayCue = (cue: string, ms: number) =>
  cue.replace(TIME, (time) => formatPosition((parsePosition(time) ?? 0) + ms).replace('.', ','));
const lastTime = (cue = '') => parsePosition([...cue.matchAll(TIME)].at(-1)?.[0] ?? '') ?? 0;

const advertisement = (breakStart: number) =>
  ADVERTISEMENT.map((text, index) => {
    const start = breakStart + 2000 + index * 8000;
    return delayCue(`0\n00:00:00,000 --> 00:00:06,000\n${text}`, start);
  });

/** Returns English subtitles as saved by an old Windows program: UTF-16 with CR LF. */
export async function originalFile(): Promise<SubtitleFile> {
  const text = await readFile(clipFile(ENGLISH_CLIP.slug, 'en.srt'), 'utf8');
  const buffer = Buffer.from(`\uFEFF${text.replaceAll('\n', '\r\n')}`, 'utf16le');
  return { name: 'film.en.srt', mimeType: MIME, buffer };
}

/**
 * Returns Spanish subtitles as recorded from television: in windows-1252, with different cues from the English ones, and with
 * a commercial break that delays the cues after it.
 */
export async function translationFile(): Promise<SubtitleFile> {
  // The file is in windows-1252, whose bytes latin1 preserves.
  const text = await readFile(clipFile(ENGLISH_CLIP.slug, 'es.srt'), 'latin1');
  const cues = text.trim().split(/\r?\n\r?\n/);
  const before = cues.slice(0, BREAK_AFTER);
  const after = cues.slice(BREAK_AFTER).map((cue) => delayCue(cue, BREAK_MS));
  const withAdvertisement = [...before, ...advertisement(lastTime(before.at(-1))), ...after];
  const numbered = withAdvertisement.map((cue, index) => cue.replace(/^\d+/, String(index + 1)));
  return { name: 'film.es.srt', mimeType: MIME, buffer: Buffer.from(`${numbered.join('\n\n')}\n`, 'latin1') };
}
