import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { hasFfmpeg } from '../../testing/clip.ts';
import type { Storage } from '../storage/storage.ts';
import { findSound } from './sound.ts';

/** Replaces ffmpeg with a script that writes a second of silence, then runs a command. */
async function stubFfmpeg(lastCommand: string): Promise<void> {
  // Cache that ffmpeg is installed, since the check would fail with the script.
  await findSound({} as Storage);
  const folder = await mkdtemp(path.join(tmpdir(), 'ffmpeg-'));
  const file = path.join(folder, 'ffmpeg');
  await writeFile(file, `#!/bin/sh\nhead -c 32000 /dev/zero\n${lastCommand}\n`);
  await chmod(file, 0o755);
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  });
}

async function readSamples(signal = new AbortController().signal) {
  const sound = await findSound({} as Storage);
  if (!sound) throw new Error('There is no ffmpeg.');
  return buffer(sound.samples('videos/1/a.mp3', 16_000, signal));
}

describe.skipIf(!hasFfmpeg)('samples of media', () => {
  it('are read as far as possible if ffmpeg fails in the middle of the file', async () => {
    await stubFfmpeg('exit 1');
    expect(await readSamples()).toHaveLength(32_000);
  });

  it('fail if ffmpeg was killed, instead of ending early', async () => {
    await stubFfmpeg('kill -KILL $$');
    await expect(readSamples()).rejects.toThrow('killed');
  });
});
