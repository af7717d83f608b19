import { encodeProfile, type SpeechFrames } from '@sayback/speech';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAccessToken } from '../../../api/testing/access-token.ts';
import { type Received, type Reply, startLoopback } from '../../../api/testing/loopback.ts';
import { storeTokens } from '../../../api/tokens.ts';
import { createLineSounds } from './line-sound.ts';

const decodeAudioData = vi.fn();
/** Mono. */
const decoded = { numberOfChannels: 1, getChannelData: () => new Float32Array(16 * 8000) };

const FRAMES: SpeechFrames = {
  loudness: new Float32Array(1000).fill(-20),
  pitch: new Float32Array(1000).fill(120),
  speech: new Uint8Array(1000).fill(1),
  mfcc: new Float32Array(12_000),
};
const LINES = [0, 1, 2, 3].map((id) => ({
  id,
  start: 2000 * id,
  end: 2000 * id + 1500,
  original: `Line ${id}.`,
  target: '',
  position: id,
  through: id,
}));

let loopback: Awaited<ReturnType<typeof startLoopback>>;
let speech: Reply;
let media: (received: Received) => Reply | Promise<Reply>;
let left: AbortController;
let address: string;
const analyse = vi.fn();
beforeEach(async () => {
  localStorage.clear();
  storeTokens({ access: createAccessToken('1'), refresh: 'r' });
  speech = { status: 200, body: { status: 'none', from_ms: 0, profile: '' } };
  media = () => ({ status: 200, text: 'a medium', headers: { 'content-length': '8' } });
  loopback = await startLoopback((received) =>
    received.path.startsWith('/media') ? media(received) : speech,
  );
  left = new AbortController();
  address = '/media/clip.mp4?expires=1';
  decodeAudioData.mockReset().mockResolvedValue(decoded);
  vi.stubGlobal(
    'OfflineAudioContext',
    class {
      decodeAudioData = decodeAudioData;
    },
  );
  analyse.mockReset().mockResolvedValue(FRAMES);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  left.abort();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  return loopback.close();
});

const open = (durationMs = 8000) =>
  createLineSounds(
    { id: 7, youtube_id: null },
    () => ({ media_url: address, durationMs }),
    { analyse },
    left.signal,
  );
const downloads = () => loopback.received.filter(({ path }) => path.startsWith('/media')).length;

it('the sound of a line is measured in the browser if the server can’t, from a single download', async () => {
  const sounds = open();
  const [first, second] = [await sounds.of(LINES, 0), await sounds.of(LINES, 2)];
  expect([first, second]).toEqual([
    { frames: FRAMES, neighbours: [FRAMES, FRAMES] },
    { frames: FRAMES, neighbours: [FRAMES, FRAMES, FRAMES] },
  ]);
  expect(downloads()).toBe(1);
});

it.each<[string, () => void]>([
  [
    'that is missing',
    () => (media = () => ({ status: 404, text: 'gone', headers: { 'content-length': '4' } })),
  ],
  [
    'that the browser can’t decode',
    () => decodeAudioData.mockRejectedValue(new DOMException('', 'EncodingError')),
  ],
  ['of unknown size', () => (media = () => ({ status: 200, stream: (response) => response.end('x') }))],
])(
  'the sound of a medium %s is fetched once, and again for another URL, a network or a user',
  async (_, fail) => {
    fail();
    const sounds = open();
    for (const index of [0, 1, 2, 3, 0]) expect(await sounds.of(LINES, index)).toBeNull();
    expect(downloads()).toBe(1);
    address = '/media/clip.mp4?expires=2';
    for (const index of [0, 1]) await sounds.of(LINES, index);
    expect(downloads()).toBe(2);
    window.dispatchEvent(new Event('online'));
    for (const index of [0, 1]) await sounds.of(LINES, index);
    expect(downloads()).toBe(3);
    expect(await sounds.samples(LINES, 0, true)).toBeNull();
    await sounds.of(LINES, 0);
    expect(downloads()).toBe(4);
  },
);

it('a medium over 100 MB or 15 minutes isn’t read', async () => {
  media = () => ({ status: 200, text: 'x', headers: { 'content-length': '100000001' } });
  expect(await open().samples(LINES, 0)).toBeNull();
  expect(decodeAudioData).not.toHaveBeenCalled();
  expect(await open(900_001).samples(LINES, 0)).toBeNull();
  expect(downloads()).toBe(1);
});

it('a download stops when the screen is left', async () => {
  media = () => new Promise(() => undefined);
  const sound = open().of(LINES, 0);
  await expect.poll(downloads).toBe(1);
  left.abort();
  expect(await sound).toBeNull();
  expect(console.error).not.toHaveBeenCalled();
});

it('nothing is downloaded while the server measures, and its measurements are used afterwards', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  speech = { status: 200, body: { status: 'making', from_ms: 0, profile: '' } };
  const sounds = open();
  expect(await sounds.of(LINES, 0)).toBe('making');
  const profile = btoa(String.fromCharCode(...encodeProfile(FRAMES)));
  speech = { status: 200, body: { status: 'ready', from_ms: 0, profile } };
  expect(await sounds.of(LINES, 0)).toBe('making');
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
  const sound = await sounds.of(LINES, 0);
  expect(sound).toMatchObject({ neighbours: [{}, {}] });
  expect(downloads()).toBe(0);
});

it('a line that failed to be analysed is analysed again on the next request', async () => {
  const sounds = open();
  analyse.mockRejectedValue(new Error('gone'));
  expect(await sounds.of(LINES, 0)).toBeNull();
  analyse.mockResolvedValue(FRAMES);
  const sound = await sounds.of(LINES, 0);
  expect(sound !== 'making' && sound?.frames).toBe(FRAMES);
});
