import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page, PlaywrightTestConfig } from '@playwright/test';
import config from '../playwright.config.ts';

type LaunchOptions = NonNullable<NonNullable<PlaywrightTestConfig['use']>['launchOptions']>;

export const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;

const folder = mkdtempSync(path.join(tmpdir(), 'sayback-takes-'));
/** The sound that the microphone plays. */
const MICROPHONE = path.join(folder, 'microphone.wav');
/** Silence after the speech, which ends a turn. */
const SILENCE_AFTER_S = 8;

function makeWav(name: string, input: readonly string[], graph: string): string {
  const file = path.join(folder, `${name}.wav`);
  const options = ['-y', '-v', 'error', ...input, '-filter_complex', graph];
  execFileSync('ffmpeg', [...options, '-ac', '1', '-ar', '48000', file]);
  return file;
}

/** Creates a sound file of a learner who speaks these parts of a clip (seconds), with pauses between them. */
export function createSpeech(
  clip: string,
  parts: readonly { from: number; to: number; pause?: number }[],
  { tempo = 1 } = {},
): string {
  const trims = parts.map(
    ({ from, to, pause = 0 }, index) =>
      `[0:a]atrim=${from}:${to},asetpts=PTS-STARTPTS,atempo=${tempo},${index === 0 ? 'adelay=1000:all=1,' : ''}` +
      `apad=pad_dur=${index === parts.length - 1 ? SILENCE_AFTER_S : pause}[part${index}]`,
  );
  const names = parts.map((_, index) => `[part${index}]`).join('');
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

/** Sounds of 30 seconds without speech. */
export const ROOM_SOUNDS = {
  silence: 'anullsrc=r=48000,atrim=0:30',
  noise: 'anoisesrc=c=pink:a=0.2:d=30',
  // A machine that is switched on during the turn.
  hum: 'sine=f=100:d=30,volume=0.5,vibrato=f=5:d=0.1,adelay=1000:all=1',
};
export const createRoomSound = (name: keyof typeof ROOM_SOUNDS): string =>
  makeWav(name, [], ROOM_SOUNDS[name]);

/** Sets the sound that the microphone plays each time it is opened. */
export const setMicrophoneSound = (file: string): void => copyFileSync(file, MICROPHONE);

/** Launch options of a Chromium with the fake microphone. The test must grant the permission. */
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

/** Records the tracks that a page opens, and the devices that it requests. Call this before the page opens. */
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
    /** Simulates unplugging the microphone. */
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

/** Lets a test pause a turn while it records, with all sound and timers. Call this before the page opens. */
export async function createPausableTurn(page: Page) {
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
    async pause() {
      await page.evaluate(() => {
        const { contexts } = window as unknown as { contexts: AudioContext[] };
        return Promise.all(
          contexts.filter(({ state }) => state === 'running').map((context) => context.suspend()),
        );
      });
      // On a slow machine that time may have passed already.
      for (let delay = 100; ; delay *= 2) {
        const now = await page.evaluate(() => Date.now());
        const error = await page.clock.pauseAt(now + delay).catch((reason: Error) => reason);
        if (!error) break;
        if (delay > 1000 || !error.message.includes('to the past')) throw error;
      }
    },
    async resume() {
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
