import { readFile } from 'node:fs/promises';
import { formatPosition, parsePosition } from '@sayback/contract';
import { clipFile, ENGLISH_CLIP } from '../../support/api.ts';

type OddFile = { name: string; mimeType: string; buffer: Buffer };

const MIME = 'application/x-subrip';
/** Length of the commercial break, and the translation's cue that it follows. */
const BREAK_MS = 20_000;
const BREAK_AFTER = 12;
export const ADVERTISEMENT = ['¡Compre ahora el detergente Nubeclara!', 'Nubeclara. Blanco como las nubes.'];

const TIME = /\d\d:\d\d:\d\d,\d\d\d/g;
const later = (cue: string, ms: number) =>
  cue.replace(TIME, (time) => formatPosition((parsePosition(time) ?? 0) + ms).replace('.', ','));
const lastTime = (cue = '') => parsePosition([...cue.matchAll(TIME)].at(-1)?.[0] ?? '') ?? 0;

const advertisement = (from: number) =>
  ADVERTISEMENT.map((text, at) => {
    const start = from + 2000 + at * 8000;
    return later(`0\n00:00:00,000 --> 00:00:06,000\n${text}`, start);
  });

/** Returns the English lines as written by an old Windows program: UTF-16 with CR LF. */
export async function originalFile(): Promise<OddFile> {
  const text = await readFile(clipFile(ENGLISH_CLIP.slug, 'en.srt'), 'utf8');
  const buffer = Buffer.from(`\uFEFF${text.replaceAll('\n', '\r\n')}`, 'utf16le');
  return { name: 'film.en.srt', mimeType: MIME, buffer };
}

/**
 * Returns the Spanish lines as recorded from television: in windows-1252, split into other cues than the English, with a
 * commercial break in the middle that delays everything after it.
 */
export async function translationFile(): Promise<OddFile> {
  // Byte by byte: the file is in windows-1252 already.
  const text = await readFile(clipFile(ENGLISH_CLIP.slug, 'es.srt'), 'latin1');
  const cues = text.trim().split(/\r?\n\r?\n/);
  const before = cues.slice(0, BREAK_AFTER);
  const after = cues.slice(BREAK_AFTER).map((cue) => later(cue, BREAK_MS));
  const all = [...before, ...advertisement(lastTime(before.at(-1))), ...after];
  const numbered = all.map((cue, at) => cue.replace(/^\d+/, String(at + 1)));
  return { name: 'film.es.srt', mimeType: MIME, buffer: Buffer.from(`${numbered.join('\n\n')}\n`, 'latin1') };
}
