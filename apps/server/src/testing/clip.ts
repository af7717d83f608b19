import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
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

/** True if ffmpeg and ffprobe are installed; tests that need them are skipped otherwise. */
export const hasFfmpeg = runs('ffmpeg') && runs('ffprobe');

/** Runs ffmpeg and returns its output, asynchronously: otherwise the connections of the server under test would time out. */
function runFfmpeg(args: readonly string[], input?: Uint8Array): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { encoding: 'buffer', maxBuffer: 64 * 1024 * 1024 } as const;
    const ran = execFile('ffmpeg', ['-v', 'error', ...args], options, (error, output) =>
      error ? reject(error) : resolve(output),
    );
    // It may have read enough before the end.
    ran.stdin?.on('error', () => undefined);
    ran.stdin?.end(input);
  });
}

const created = new Map<string, Promise<Buffer>>();

/** Creates a file with ffmpeg and these arguments, once, and returns a copy of its bytes. */
async function make(args: readonly string[], extension: string): Promise<Buffer> {
  const key = [...args, extension].join(' ');
  const file = created.get(key) ?? makeFile(args, extension);
  created.set(key, file);
  return Buffer.from(await file);
}

async function makeFile(args: readonly string[], extension: string): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sayback-clip-'));
  try {
    const file = path.join(folder, `clip.${extension}`);
    await runFfmpeg([...args, file]);
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const PICTURE = ['-f', 'lavfi', '-i', 'color=c=gray:s=64x48:r=5:d=12'];
/** A tone in every other second, starting with the first, at half of full scale. */
const TONE = ['-f', 'lavfi', '-i', "aevalsrc='0.5*sin(2*PI*440*t)*lt(mod(t,2),1)':s=44100:d=12"];

/** Twelve seconds of film: tone and silence alternately. Its index is at the end of the file. */
export const toneClip = (...how: string[]): Promise<Buffer> =>
  make([...PICTURE, ...TONE, '-c:v', 'mpeg4', '-c:a', 'aac', '-shortest', ...how], 'mp4');

/** The same film without any sound. */
export const silentClip = (): Promise<Buffer> => make([...PICTURE, '-c:v', 'mpeg4'], 'mp4');

/** Twelve seconds of the tone as audio, in a format that is transcoded to M4A. */
export const toneSound = (extension: 'wav' | 'ogg' | 'opus' | 'flac'): Promise<Buffer> =>
  make(TONE, extension);

/** A tone that starts at exactly 1 s, in a format that is transcoded to M4A. */
export const lateSound = (extension: 'wav' | 'ogg' | 'opus' | 'flac'): Promise<Buffer> =>
  make(['-f', 'lavfi', '-i', "aevalsrc='0.5*sin(2*PI*1000*t)*gte(t,1)':s=48000:d=3"], extension);

/** Measures the length of media, in seconds, and their peak, in decibels. */
export async function lookAt(bytes: Uint8Array): Promise<{ seconds: number; decibels: number }> {
  const filter = 'astats=metadata=1:reset=0,ametadata=print:file=-';
  const text = String(await runFfmpeg(['-i', 'pipe:0', '-af', filter, '-f', 'null', '-'], bytes));
  const last = (pattern: RegExp) => Number([...text.matchAll(pattern)].at(-1)?.[1] ?? Number.NaN);
  return {
    seconds: last(/pts_time:([\d.]+)/g),
    decibels: last(/Overall\.Peak_level=(-?[\d.]+|-inf)/g),
  };
}

/** Returns when a tone first sounds, in milliseconds, as decoded by a player that respects the start declared in the file. */
export async function findFirstSound(bytes: Uint8Array): Promise<number> {
  const rate = 48_000;
  const format = ['-ac', '1', '-ar', String(rate), '-f', 's16le', 'pipe:1'];
  const samples = await runFfmpeg(['-i', 'pipe:0', ...format], bytes);
  for (let at = 0; at + 1 < samples.length; at += 2)
    if (Math.abs(samples.readInt16LE(at)) > 3000) return (at / 2 / rate) * 1000;
  return Number.NaN;
}
