import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PlaywrightTestConfig } from '@playwright/test';
import config from '../playwright.config.ts';

export const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;

/** A clip's sound from one second to another with a pause in it, and quiet around it: what someone says who hesitates. */
export function hesitatingTake(
  clip: string,
  { from, to, pauseAt, pause }: { from: number; to: number; pauseAt: number; pause: number },
): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'sayback-take-')), 'take.wav');
  const graph = [
    `[0:a]atrim=${from}:${pauseAt},asetpts=PTS-STARTPTS,adelay=400:all=1,apad=pad_dur=${pause}[a]`,
    `[0:a]atrim=${pauseAt}:${to},asetpts=PTS-STARTPTS,apad=pad_dur=8[b]`,
    '[a][b]concat=n=2:v=0:a=1[speech]',
    'anoisesrc=a=0.0005:d=20[room]',
    '[speech][room]amix=inputs=2:duration=first:normalize=0',
  ].join(';');
  execFileSync('ffmpeg', [
    ...['-v', 'error', '-i', clip, '-filter_complex', graph, '-ac', '1', '-ar', '48000', file],
  ]);
  return file;
}

/** Starts a Chromium whose microphone, allowed without a question, plays a file each time that it is opened. */
export function launchWithMicrophone(
  file: string,
): NonNullable<PlaywrightTestConfig['use']>['launchOptions'] {
  const { args = [], ...options } = config.use?.launchOptions ?? {};
  return {
    ...options,
    args: [
      ...args,
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-audio-capture=${file}%noloop`,
    ],
  };
}
