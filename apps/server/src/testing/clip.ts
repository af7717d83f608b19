import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['-version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** True if ffmpeg and ffprobe are installed. Otherwise tests that need them are skipped. */
export const hasFfmpeg = isInstalled('ffmpeg') && isInstalled('ffprobe');

/** Runs ffmpeg and returns its output. Asynchronous, so that connections of the server under test don't time out. */
function runFfmpeg(args: readonly string[], input?: Uint8Array): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { encoding: 'buffer', maxBuffer: 64 * 1024 * 1024 } as const;
    const child = execFile('ffmpeg', ['-v', 'error', ...args], options, (error, output) =>
      error ? reject(error) : resolve(output),
    );
    // ffmpeg may stop reading early.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

const created = new Map<string, Promise<Buffer>>();

/** Creates a file with ffmpeg, once for the same arguments, and returns a copy of its bytes. */
async function makeCached(args: readonly string[], extension: string): Promise<Buffer> {
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

/** Creates a video of twelve seconds with alternating tone and silence. Its index is at the end of the file. */
export const toneClip = (...args: string[]): Promise<Buffer> =>
  makeCached([...PICTURE, ...TONE, '-c:v', 'mpeg4', '-c:a', 'aac', '-shortest', ...args], 'mp4');

/** Creates the same video without audio. */
export const silentClip = (): Promise<Buffer> => makeCached([...PICTURE, '-c:v', 'mpeg4'], 'mp4');

/** Creates the audio of the video in a format that the server transcodes. */
export const toneAudio = (extension: 'wav' | 'ogg' | 'opus' | 'flac'): Promise<Buffer> =>
  makeCached(TONE, extension);

/** Creates audio whose tone starts at 1 s, in a format that the server transcodes. */
export const delayedTone = (extension: 'wav' | 'ogg' | 'opus' | 'flac'): Promise<Buffer> =>
  makeCached(['-f', 'lavfi', '-i', "aevalsrc='0.5*sin(2*PI*1000*t)*gte(t,1)':s=48000:d=3"], extension);

/** Measures the duration and the peak of media. */
export async function measureAudio(bytes: Uint8Array): Promise<{ seconds: number; decibels: number }> {
  const filter = 'astats=metadata=1:reset=0,ametadata=print:file=-';
  const text = String(await runFfmpeg(['-i', 'pipe:0', '-af', filter, '-f', 'null', '-'], bytes));
  const last = (pattern: RegExp) => Number([...text.matchAll(pattern)].at(-1)?.[1] ?? Number.NaN);
  return {
    seconds: last(/pts_time:([\d.]+)/g),
    decibels: last(/Overall\.Peak_level=(-?[\d.]+|-inf)/g),
  };
}

/** Returns the start of the tone in milliseconds, as decoded by players that respect the file's edit list. */
export async function findFirstSound(bytes: Uint8Array): Promise<number> {
  const rate = 48_000;
  const format = ['-ac', '1', '-ar', String(rate), '-f', 's16le', 'pipe:1'];
  const samples = await runFfmpeg(['-i', 'pipe:0', ...format], bytes);
  for (let offset = 0; offset + 1 < samples.length; offset += 2)
    if (Math.abs(samples.readInt16LE(offset)) > 3000) return (offset / 2 / rate) * 1000;
  return Number.NaN;
}
