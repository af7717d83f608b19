import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

function runs(program: string): boolean {
  try {
    execFileSync(program, ['-version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** What reads sound runs where these programs are; elsewhere its tests are skipped. */
export const hasFfmpeg = runs('ffmpeg') && runs('ffprobe');

/** Has ffmpeg make a file of these arguments, and returns its bytes. */
function make(args: string[], extension: string): Buffer {
  const folder = mkdtempSync(path.join(tmpdir(), 'sayback-clip-'));
  try {
    const file = path.join(folder, `clip.${extension}`);
    execFileSync('ffmpeg', ['-v', 'error', ...args, file]);
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const PICTURE = ['-f', 'lavfi', '-i', 'color=c=gray:s=64x48:r=5:d=12'];
/** A tone in every second second, from the first on, at half of what is possible. */
const TONE = ['-f', 'lavfi', '-i', "aevalsrc='0.5*sin(2*PI*440*t)*lt(mod(t,2),1)':s=44100:d=12"];

/** Twelve seconds of film: tone and silence by turns. Its index is at the end of the file. */
export const toneClip = (...how: string[]): Buffer =>
  make([...PICTURE, ...TONE, '-c:v', 'mpeg4', '-c:a', 'aac', '-shortest', ...how], 'mp4');

/** The same film without any sound. */
export const silentClip = (): Buffer => make([...PICTURE, '-c:v', 'mpeg4'], 'mp4');

/** Twelve seconds of the tone alone, in a format that is made into M4A. */
export const toneSound = (extension: 'wav' | 'ogg' | 'opus' | 'flac'): Buffer => make(TONE, extension);

/** A tone that begins at 1 s sharp, in a format that is made into M4A. */
export const lateSound = (extension: 'wav' | 'ogg' | 'opus' | 'flac'): Buffer =>
  make(['-f', 'lavfi', '-i', "aevalsrc='0.5*sin(2*PI*1000*t)*gte(t,1)':s=48000:d=3"], extension);

/** How long media are, in seconds, and how loud they are at most, in decibels. */
export function lookAt(bytes: Uint8Array): { seconds: number; decibels: number } {
  const volume = [
    '-i',
    'pipe:0',
    '-af',
    'astats=metadata=1:reset=0,ametadata=print:file=-',
    '-f',
    'null',
    '-',
  ];
  const printed = execFileSync('ffmpeg', ['-v', 'error', ...volume], {
    input: bytes,
    maxBuffer: 64 * 1024 * 1024,
  });
  const text = String(printed);
  const last = (pattern: RegExp) => Number([...text.matchAll(pattern)].at(-1)?.[1] ?? Number.NaN);
  return {
    seconds: last(/pts_time:([\d.]+)/g),
    decibels: last(/Overall\.Peak_level=(-?[\d.]+|-inf)/g),
  };
}

/** When a tone of media first sounds, in milliseconds, as a player decodes them that goes by what the file says of its start. */
export function firstSoundOf(bytes: Uint8Array): number {
  const rate = 48_000;
  const samples = execFileSync(
    'ffmpeg',
    ['-v', 'error', '-i', 'pipe:0', '-ac', '1', '-ar', String(rate), '-f', 's16le', 'pipe:1'],
    { input: bytes, maxBuffer: 64 * 1024 * 1024 },
  );
  for (let at = 0; at + 1 < samples.length; at += 2)
    if (Math.abs(samples.readInt16LE(at)) > 3000) return (at / 2 / rate) * 1000;
  return Number.NaN;
}
