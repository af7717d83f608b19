import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page, PlaywrightTestConfig } from '@playwright/test';
import config from '../playwright.config.ts';

type LaunchOptions = NonNullable<NonNullable<PlaywrightTestConfig['use']>['launchOptions']>;

export const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;

const folder = mkdtempSync(path.join(tmpdir(), 'sayback-takes-'));
/** The microphone's sound. */
const MICROPHONE = path.join(folder, 'microphone.wav');
/** Silence after a turn, in seconds: it marks the turn's end. */
const QUIET_AFTER = 8;

function makeWav(name: string, input: readonly string[], graph: string): string {
  const file = path.join(folder, `${name}.wav`);
  const options = ['-y', '-v', 'error', ...input, '-filter_complex', graph];
  execFileSync('ffmpeg', [...options, '-ac', '1', '-ar', '48000', file]);
  return file;
}

/**
 * Parts of a clip's sound (seconds) with that much silence between them, slower or faster, in a quiet room: a learner's speech.
 */
export function takeOf(
  clip: string,
  parts: readonly { from: number; to: number; pause?: number }[],
  { tempo = 1 } = {},
): string {
  const trims = parts.map(
    ({ from, to, pause = 0 }, at) =>
      `[0:a]atrim=${from}:${to},asetpts=PTS-STARTPTS,atempo=${tempo},${at === 0 ? 'adelay=1000:all=1,' : ''}` +
      `apad=pad_dur=${at === parts.length - 1 ? QUIET_AFTER : pause}[part${at}]`,
  );
  const names = parts.map((_, at) => `[part${at}]`).join('');
  return makeWav(
    'take',
    ['-i', clip],
    [
      ...trims,
      `${names}concat=n=${parts.length}:v=0:a=1[speech]`,
      'anoisesrc=a=0.0005:d=30[room]',
      '[speech][room]amix=inputs=2:duration=first:normalize=0',
    ].join(';'),
  );
}

/** Half a minute without speech. */
export const ROOMS = {
  silence: 'anullsrc=r=48000,atrim=0:30',
  noise: 'anoisesrc=c=pink:a=0.2:d=30',
  // A machine that is switched on during the turn, with a wavering sound.
  hum: 'sine=f=100:d=30,volume=0.5,vibrato=f=5:d=0.1,adelay=1000:all=1',
};
export const roomOf = (name: keyof typeof ROOMS): string => makeWav(name, [], ROOMS[name]);

/** From now on the microphone plays this file, restarting each time it is opened. */
export const speak = (file: string): void => copyFileSync(file, MICROPHONE);

/** A Chromium with that microphone, which a page may use once the test grants it. */
export function launchWithMicrophone(): LaunchOptions {
  const { args = [], ...options } = config.use?.launchOptions ?? {};
  return {
    ...options,
    args: [
      ...args,
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-audio-capture=${MICROPHONE}%noloop`,
    ],
  };
}

type Microphone = { tracks: MediaStreamTrack[]; devices: (string | undefined)[] };

/** Records the tracks that the page opens, and the devices it requests. Call it before the page opens. */
export async function watchMicrophone(page: Page) {
  await page.addInitScript(() => {
    const microphone: Microphone = { tracks: [], devices: [] };
    Object.assign(window, { microphone });
    const { mediaDevices } = navigator;
    const open = mediaDevices?.getUserMedia.bind(mediaDevices);
    if (!open) return;
    mediaDevices.getUserMedia = async (constraints) => {
      const { deviceId } = (constraints?.audio ?? {}) as { deviceId?: { exact: string } };
      microphone.devices.push(deviceId?.exact);
      const stream = await open(constraints);
      microphone.tracks.push(...stream.getTracks());
      return stream;
    };
  });
  const read = () => (window as unknown as { microphone: Microphone }).microphone;
  return {
    /** Simulates unplugging: the track ends by itself. */
    unplug: () =>
      page.evaluate(() => {
        const track = (window as unknown as { microphone: Microphone }).microphone.tracks.at(-1);
        track?.stop();
        track?.dispatchEvent(new Event('ended'));
      }),
    liveTracks: async () =>
      page.evaluate(
        () =>
          (window as unknown as { microphone: Microphone }).microphone.tracks.filter(
            ({ readyState }) => readyState === 'live',
          ).length,
      ),
    devices: async () => (await page.evaluate(read)).devices,
  };
}

/**
 * Lets a test pause a turn while it records: the microphone sends nothing, and no timer runs out. Call it before the page
 * opens.
 */
export async function holdableTurn(page: Page) {
  await page.clock.install();
  await page.addInitScript(() => {
    const contexts: AudioContext[] = [];
    Object.assign(window, { contexts });
    window.AudioContext = class extends AudioContext {
      constructor(options?: AudioContextOptions) {
        super(options);
        contexts.push(this);
      }
    };
  });
  return {
    async hold() {
      await page.evaluate(() => {
        const { contexts } = window as unknown as { contexts: AudioContext[] };
        return Promise.all(
          contexts.filter(({ state }) => state === 'running').map((context) => context.suspend()),
        );
      });
      // A machine that stalls meanwhile is past that moment.
      for (let ahead = 100; ; ahead *= 2) {
        const now = await page.evaluate(() => Date.now());
        const error = await page.clock.pauseAt(now + ahead).catch((thrown: Error) => thrown);
        if (!error) break;
        if (ahead > 1000 || !error.message.includes('to the past')) throw error;
      }
    },
    async release() {
      await page.clock.resume();
      await page.evaluate(() => {
        const { contexts } = window as unknown as { contexts: AudioContext[] };
        return Promise.all(
          contexts.filter(({ state }) => state === 'suspended').map((context) => context.resume()),
        );
      });
    },
  };
}
