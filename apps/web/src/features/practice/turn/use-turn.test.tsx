import type { practice, videos } from '@sayback/contract';
import { sentenceLengths } from '@sayback/subtitles/division';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAccessToken } from '../../../api/testing/access-token.ts';
import { dropTokens, storeTokens } from '../../../api/tokens.ts';
import { useAttempts } from '../attempts/use-attempts.ts';
import type { Player, PlayerSnapshot } from '../player/player.ts';
import type { PracticeLine } from '../player/practice-lines.ts';
import { createPracticeSession } from '../practice-session.ts';
import { applyNudge } from '../queries.ts';
import { changeRecordingSettings, useRecordingSettings } from '../recording/recording-settings.ts';
import { useTurn } from './use-turn.ts';

/** Fake microphone, engine and storages, which the tests control. */
const fake = vi.hoisted(() => ({
  block: undefined as ((samples: Float32Array) => void) | undefined,
  engines: [] as { isClosed: boolean; finish: (frames: unknown) => void }[],
  stored: [] as { segments: string[]; what: string }[],
  sent: 0,
  takes: [] as string[],
  takeKeys: [] as string[],
}));
vi.mock('../recording/capture-worklet.ts?worker&url', () => ({ default: '/capture.js' }));
vi.mock('../recording/recorder.ts', async (original) => ({
  ...(await original<typeof import('../recording/recorder.ts')>()),
  openRecording: async (_: unknown, { onBlock }: { onBlock: (samples: Float32Array) => void }) => {
    fake.block = onBlock;
    const sound = async () => new Blob(['sound']);
    return { sampleRate: 16_000, finish: sound, close: sound };
  },
}));
vi.mock('../analysis/speech.ts', () => ({
  startSpeech() {
    const engine = { isClosed: false, finish: (_: unknown): void => undefined };
    fake.engines.push(engine);
    return {
      start: () => undefined,
      block: async () => ({
        phase: 'speaking',
        reason: null,
        start: 0.1,
        end: null,
        countdown: null,
        level: null,
      }),
      finish: () => new Promise((resolve) => (engine.finish = resolve)),
      analyse: () => Promise.reject(new Error('no sound')),
      compare: () => Promise.reject(new Error('no sound')),
      close: () => (engine.isClosed = true),
    };
  },
}));
vi.mock('../attempts/attempts.ts', () => ({
  summarizeTake: () => ({}),
  sendAttempts: async () => void fake.sent++,
  storeAttempt: (_: string, __: number, segments: { original: string }[], what: practice.Attempt['what']) =>
    fake.stored.push({ segments: segments.map(({ original }) => original), what }),
}));
vi.mock('../../../device-storage/take-store.ts', () => ({
  saveTake: async (_: string, { text, line }: { text: string; line: string }) => {
    fake.takes.push(text);
    fake.takeKeys.push(line);
  },
}));

const VIDEO = {
  id: 7,
  youtube_id: 'aB3-_xYz019',
  media_url: null,
  original_language: 'en',
} as videos.Video;
const HOSTED = { ...VIDEO, youtube_id: null, media_url: '/media/clip.mp4?expires=1' };
const segments = ['One', 'two.', 'Three.'].map((original, id) => ({
  id,
  start: 2000 * id,
  end: 2000 * id + 1500,
  original,
  target: 'x',
}));
const session = createPracticeSession(
  { alignmentId: 3, segments, lastSegment: 0 },
  { sentenceLengths, originalLanguage: 'en', targetLanguage: 'es' },
);
const RECORDING = {
  isOn: true,
  deviceId: null,
  after: 'wait' as const,
  takeCount: 0,
  patience: 0,
  voiceLevel: null,
  shownProblems: [] as readonly string[],
};
const FRAMES = {
  speech: new Uint8Array(10).fill(1),
  loudness: new Float32Array(10),
  pitch: new Float32Array(10),
};

const createTurnSnapshot = (index: number, since = 100 * index + 1): Partial<PlayerSnapshot> => ({
  phase: { name: 'turn', since, until: null },
  index,
});
const client = new QueryClient();
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(fake, { engines: [], stored: [], sent: 0, takes: [], takeKeys: [], block: undefined });
  storeTokens({ access: createAccessToken('1'), refresh: 'r' });
  vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function openTurn(video = VIDEO) {
  const props = {
    video,
    recording: RECORDING,
    lines: session.segments,
    snapshot: {} as Partial<PlayerSnapshot>,
  };
  const hook = renderHook(
    ({ video, recording, lines, snapshot }: typeof props) => {
      const playerSnapshot: PlayerSnapshot = {
        phase: { name: 'ready' },
        index: 0,
        count: 2,
        round: 1,
        rate: 1,
        duration: 60_000,
        ...snapshot,
      };
      const line = lines[playerSnapshot.index];
      const lineSegments = line ? session.loaded.slice(line.position, line.lastPosition + 1) : [];
      const { counter, closePage } = useAttempts({
        account: '1',
        videoId: 7,
        snapshot: playerSnapshot,
        line,
        segments: lineSegments,
      });
      const player = { advance: () => undefined } as unknown as Player;
      const turn = useTurn({
        account: '1',
        recording,
        player,
        snapshot: playerSnapshot,
        video,
        lines,
        volume: 1,
        counter,
      });
      return { ...turn, closePage };
    },
    { initialProps: props, wrapper },
  );
  const settle = () => act(() => vi.advanceTimersByTimeAsync(0));
  const change = (changes: Partial<typeof props>) => {
    Object.assign(props, changes);
    hook.rerender({ ...props });
    return settle();
  };
  await settle();
  return {
    change,
    settle,
    unmount: hook.unmount,
    closePage: () => hook.result.current.closePage(),
    getTurn: () => hook.result.current.turn,
    phase: () => hook.result.current.turnSnapshot.phase.name,
    take: () => hook.result.current.turnSnapshot.take,
    async again() {
      act(() => hook.result.current.turn?.dispatch({ type: 'again' }));
      await settle();
    },
    async speak() {
      fake.block?.(new Float32Array(1024));
      await settle();
      fake.block?.(new Float32Array(1024));
      await settle();
    },
    async finish() {
      act(() => hook.result.current.turn?.dispatch({ type: 'done' }));
      await settle();
    },
    async measure(engine = 0) {
      await act(async () => fake.engines[engine]?.finish(FRAMES));
      await settle();
    },
  };
}
/** Opens a dialog; returns a function that closes it. */
function openDialog() {
  const dialog = document.createElement('div');
  dialog.setAttribute('role', 'dialog');
  dialog.setAttribute('aria-modal', 'true');
  document.body.append(dialog);
  return () => dialog.remove();
}
const FIRST_LINE_SAID = { segments: ['One', 'two.'], what: 'said' };

it('a take measured during the next line counts for its own line, and is stored with its text', async () => {
  const { change, speak, finish, measure, phase } = await openTurn();
  await change({ snapshot: createTurnSnapshot(0) });
  await speak();
  await finish();
  expect(phase()).toBe('processing');
  await change({ snapshot: { index: 1 } });
  await change({ snapshot: createTurnSnapshot(1) });
  expect(fake.stored).toEqual([]);
  await measure();
  expect(fake.stored).toEqual([FIRST_LINE_SAID]);
  expect(fake.takes).toEqual([session.segments[0]?.original]);
  expect(phase()).toBe('recording');
});

it('leaving a line during speech counts it once, as said', async () => {
  const { change, speak, measure, unmount } = await openTurn();
  await change({ snapshot: createTurnSnapshot(0) });
  await speak();
  await change({ snapshot: { index: 1 } });
  await measure();
  expect(fake.stored).toEqual([FIRST_LINE_SAID]);
  await change({ snapshot: createTurnSnapshot(0, 7) });
  await speak();
  unmount();
  await measure();
  await vi.advanceTimersByTimeAsync(0);
  expect(fake.stored).toEqual([FIRST_LINE_SAID, FIRST_LINE_SAID]);
});

it('the takes of a line have the same key after its start was moved', async () => {
  const [line, next] = session.segments as [PracticeLine, PracticeLine];
  const { change, speak, finish, measure } = await openTurn();
  for (const nudge of [undefined, { start_ms: -50, end_ms: 100 }]) {
    await change({ lines: [nudge ? { ...line, ...applyNudge(line, nudge) } : line, next] });
    await change({ snapshot: createTurnSnapshot(0, nudge ? 5 : 1) });
    await speak();
    await finish();
    await measure();
    await change({ snapshot: { index: 1 } });
  }
  const key = `7 ${line.start} ${line.original}`;
  expect(fake.takeKeys).toEqual([key, key]);
});

it('a take measured after leaving the screen counts, and then the engine is closed', async () => {
  const { change, speak, finish, measure, unmount } = await openTurn();
  await change({ snapshot: createTurnSnapshot(0) });
  await speak();
  await finish();
  unmount();
  expect(fake.stored).toEqual([]);
  expect(fake.engines[0]?.isClosed).toBe(false);
  await measure();
  await vi.advanceTimersByTimeAsync(0);
  expect(fake.stored).toEqual([FIRST_LINE_SAID]);
  expect(fake.takes).toHaveLength(1);
  expect(fake.engines[0]?.isClosed).toBe(true);
});

it('a take measured after a logout counts for its user, without storing its sound', async () => {
  const { change, speak, finish, measure, unmount } = await openTurn();
  await change({ snapshot: createTurnSnapshot(0) });
  await speak();
  await finish();
  unmount();
  dropTokens();
  await measure();
  await vi.advanceTimersByTimeAsync(0);
  expect(fake.stored).toEqual([FIRST_LINE_SAID]);
  expect(fake.takes).toEqual([]);
});

it('closing the page counts an unmeasured take once', async () => {
  const { change, speak, finish, measure, closePage } = await openTurn();
  await change({ snapshot: createTurnSnapshot(0) });
  await speak();
  await finish();
  const sent = fake.sent;
  closePage();
  expect(fake.stored).toEqual([FIRST_LINE_SAID]);
  expect(fake.sent).toBe(sent + 1);
  await measure();
  await change({ snapshot: { index: 1 } });
  expect(fake.stored).toEqual([FIRST_LINE_SAID]);
});

it('switching recording off during speech drops the recording, and the turn counts as skipped', async () => {
  const { change, speak } = await openTurn();
  await change({ snapshot: createTurnSnapshot(0) });
  await speak();
  await change({ recording: { ...RECORDING, isOn: false } });
  await change({ snapshot: { index: 1 } });
  await vi.advanceTimersByTimeAsync(0);
  expect(fake.takes).toEqual([]);
  expect(fake.stored).toEqual([{ ...FIRST_LINE_SAID, what: 'skipped' }]);
});

it('another medium ends the turn, but a renewed URL doesn’t', async () => {
  const { change, speak, finish, measure, phase, getTurn } = await openTurn(HOSTED);
  await change({ snapshot: createTurnSnapshot(0) });
  await speak();
  const turn = getTurn();
  await change({ video: { ...HOSTED, media_url: '/media/clip.mp4?expires=2' } });
  expect(getTurn()).toBe(turn);
  expect(phase()).toBe('recording');
  await finish();
  await change({ video: { ...HOSTED, media_url: '/media/clip.mp4?expires=3' } });
  await measure();
  expect(getTurn()).toBe(turn);
  await vi.advanceTimersByTimeAsync(10_000);
  await change({ snapshot: { index: 1 } });
  expect(fake.stored).toEqual([FIRST_LINE_SAID]);
  expect(fake.engines).toHaveLength(1);
  await change({ video: { ...HOSTED, media_url: '/media/other.mp4?expires=3' } });
  expect(fake.engines).toHaveLength(2);
});

it('a working microphone resets the shown problems', async () => {
  const { change } = await openTurn();
  await change({ recording: { ...RECORDING, shownProblems: [' denied'] } });
  const { result } = renderHook(() => useRecordingSettings('1'));
  act(() => changeRecordingSettings('1', { shownProblems: [' denied'] }));
  await change({ snapshot: createTurnSnapshot(0) });
  expect(result.current.shownProblems).toEqual([]);
});

it('a turn without a recording counts once, as waited through or skipped', async () => {
  const { change } = await openTurn();
  await change({ recording: { ...RECORDING, isOn: false } });
  await change({ snapshot: createTurnSnapshot(0) });
  await vi.advanceTimersByTimeAsync(3000);
  await change({ snapshot: createTurnSnapshot(1) });
  await change({ snapshot: { index: 0 } });
  expect(fake.stored.map(({ what }) => what)).toEqual(['waited', 'skipped']);
});

it('a turn counts once, at its end, if its line is replayed', async () => {
  const { change } = await openTurn();
  await change({ recording: { ...RECORDING, isOn: false } });
  await change({ snapshot: createTurnSnapshot(0) });
  await vi.advanceTimersByTimeAsync(100);
  await change({ snapshot: { isReplay: true, phase: { name: 'playing' } } });
  await change({ snapshot: { ...createTurnSnapshot(0, 900), isReplay: true } });
  await vi.advanceTimersByTimeAsync(3000);
  expect(fake.stored).toEqual([]);
  await change({ snapshot: { index: 1 } });
  expect(fake.stored).toEqual([{ ...FIRST_LINE_SAID, what: 'waited' }]);
});

it('a turn at a part of a long line counts as waited after half of that part', async () => {
  const [line] = session.segments as [PracticeLine];
  const parts = [
    { ...line, end: line.start + 1000 },
    { ...line, start: line.start + 1000 },
  ];
  const { change } = await openTurn();
  await change({ recording: { ...RECORDING, isOn: false }, lines: parts });
  await change({ snapshot: createTurnSnapshot(0) });
  await vi.advanceTimersByTimeAsync(600);
  await change({ snapshot: { index: 1 } });
  expect(fake.stored).toEqual([{ ...FIRST_LINE_SAID, what: 'waited' }]);
});

it('a turn that starts under an open dialog shows no earlier take, and Again records its own line', async () => {
  const { change, speak, finish, measure, phase, take, again } = await openTurn();
  await change({ snapshot: createTurnSnapshot(0) });
  await speak();
  await finish();
  await measure();
  expect(take()).not.toBeNull();
  await change({ snapshot: { index: 1 } });
  const close = openDialog();
  await change({ snapshot: createTurnSnapshot(1) });
  close();
  expect(phase()).toBe('idle');
  expect(take()).toBeNull();
  await again();
  await speak();
  await finish();
  await measure();
  expect(fake.takes).toEqual([session.segments[0]?.original, 'Three.']);
});

it('Again records after recording was switched on in a dialog during the turn', async () => {
  const { change, phase, again } = await openTurn();
  await change({ recording: { ...RECORDING, isOn: false } });
  await change({ snapshot: createTurnSnapshot(0) });
  const close = openDialog();
  await change({ recording: RECORDING });
  close();
  expect(phase()).toBe('idle');
  await again();
  expect(phase()).toBe('recording');
});
