import { encodeProfile, type SpeechFrames } from '@sayback/speech';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAccessToken } from '../../../api/testing/access-token.ts';
import { type Received, type Reply, startLoopback } from '../../../api/testing/loopback.ts';
import { storeTokens } from '../../../api/tokens.ts';
import { createLineSounds } from './line-sound.ts';

const decodeAudioData = vi.fn();
const monoBuffer = { numberOfChannels: 1, getChannelData: () => new Float32Array(16 * 8000) };

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
  lastPosition: id,
}));

let loopback: Awaited<ReturnType<typeof startLoopback>>;
let speech: Reply;
let media: (received: Received) => Reply | Promise<Reply>;
let lifetime: AbortController;
let mediaUrl: string;
const analyse = vi.fn();
beforeEach(async () => {
  localStorage.clear();
  storeTokens({ access: createAccessToken('1'), refresh: 'r' });
  speech = { status: 200, body: { status: 'none', from_ms: 0, profile: '' } };
  media = () => ({ status: 200, text: 'a medium', headers: { 'content-length': '8' } });
  loopback = await startLoopback((received) =>
    received.path.startsWith('/media') ? media(received) : speech,
  );
  lifetime = new AbortController();
  mediaUrl = '/media/clip.mp4?expires=1';
  decodeAudioData.mockReset().mockResolvedValue(monoBuffer);
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
  lifetime.abort();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  return loopback.close();
});

const createSounds = (durationMs = 8000) =>
  createLineSounds(
    { id: 7, youtube_id: null },
    () => ({ media_url: mediaUrl, durationMs }),
    { analyse },
    lifetime.signal,
  );
const countDownloads = () => loopback.received.filter(({ path }) => path.startsWith('/media')).length;

it('lines are measured in the browser from a single download if the server can’t measure them', async () => {
  const sounds = createSounds();
  const [first, second] = [await sounds.measure(LINES, 0), await sounds.measure(LINES, 2)];
  expect([first, second]).toEqual([
    { frames: FRAMES, neighbours: [FRAMES, FRAMES] },
    { frames: FRAMES, neighbours: [FRAMES, FRAMES, FRAMES] },
  ]);
  expect(countDownloads()).toBe(1);
});

it.each<[string, () => void]>([
  [
    'that is missing',
    () => (media = () => ({ status: 404, text: 'none', headers: { 'content-length': '4' } })),
  ],
  [
    'that the browser can’t decode',
    () => decodeAudioData.mockRejectedValue(new DOMException('', 'EncodingError')),
  ],
  ['of unknown size', () => (media = () => ({ status: 200, stream: (response) => response.end('x') }))],
])(
  'a medium %s is fetched again only for a new URL, back online, or at the user’s request',
  async (_, fail) => {
    fail();
    const sounds = createSounds();
    for (const index of [0, 1, 2, 3, 0]) expect(await sounds.measure(LINES, index)).toBeNull();
    expect(countDownloads()).toBe(1);
    mediaUrl = '/media/clip.mp4?expires=2';
    for (const index of [0, 1]) await sounds.measure(LINES, index);
    expect(countDownloads()).toBe(2);
    window.dispatchEvent(new Event('online'));
    for (const index of [0, 1]) await sounds.measure(LINES, index);
    expect(countDownloads()).toBe(3);
    expect(await sounds.loadSamples(LINES, 0, true)).toBeNull();
    await sounds.measure(LINES, 0);
    expect(countDownloads()).toBe(4);
  },
);

it('a medium over 100 MB or 15 minutes isn’t read', async () => {
  media = () => ({ status: 200, text: 'x', headers: { 'content-length': '100000001' } });
  expect(await createSounds().loadSamples(LINES, 0)).toBeNull();
  expect(decodeAudioData).not.toHaveBeenCalled();
  expect(await createSounds(900_001).loadSamples(LINES, 0)).toBeNull();
  expect(countDownloads()).toBe(1);
});

it('a download stops when the screen is closed', async () => {
  media = () => new Promise(() => undefined);
  const sound = createSounds().measure(LINES, 0);
  await expect.poll(countDownloads).toBe(1);
  lifetime.abort();
  expect(await sound).toBeNull();
  expect(console.error).not.toHaveBeenCalled();
});

it('the browser downloads no medium while the server measures it, then uses the server’s measurements', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  speech = { status: 200, body: { status: 'making', from_ms: 0, profile: '' } };
  const sounds = createSounds();
  expect(await sounds.measure(LINES, 0)).toBe('making');
  const profile = btoa(String.fromCharCode(...encodeProfile(FRAMES)));
  speech = { status: 200, body: { status: 'ready', from_ms: 0, profile } };
  expect(await sounds.measure(LINES, 0)).toBe('making');
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
  const sound = await sounds.measure(LINES, 0);
  expect(sound).toMatchObject({ neighbours: [{}, {}] });
  expect(countDownloads()).toBe(0);
});

it('a line whose analysis failed is analysed again on the next request', async () => {
  const sounds = createSounds();
  analyse.mockRejectedValue(new Error('failed'));
  expect(await sounds.measure(LINES, 0)).toBeNull();
  analyse.mockResolvedValue(FRAMES);
  const sound = await sounds.measure(LINES, 0);
  expect(sound !== 'making' && sound?.frames).toBe(FRAMES);
});
