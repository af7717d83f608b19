import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { hasFfmpeg } from '../../testing/clip.ts';
import type { Storage } from '../storage/storage.ts';
import { findSound } from './sound.ts';

/** An ffmpeg that writes a second of silence and then ends in some way. */
async function ffmpegThat(end: string): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ffmpeg-'));
  const file = path.join(folder, 'ffmpeg');
  await writeFile(file, `#!/bin/sh\nhead -c 32000 /dev/zero\n${end}\n`);
  await chmod(file, 0o755);
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  });
}

async function samples(signal = new AbortController().signal) {
  const sound = await findSound({} as Storage);
  if (!sound) throw new Error('There is no ffmpeg.');
  return buffer(sound.samples('videos/1/a.mp3', 16_000, signal));
}

describe.skipIf(!hasFfmpeg)('a medium’s samples', () => {
  it('are read as far as possible if ffmpeg gives up on the file', async () => {
    await ffmpegThat('exit 1');
    expect(await samples()).toHaveLength(32_000);
  });

  it('fail if ffmpeg was killed, so that a part isn’t mistaken for the whole', async () => {
    await ffmpegThat('kill -KILL $$');
    await expect(samples()).rejects.toThrow('killed');
  });
});
