import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SimulatedYouTube } from '../../../media/testing/simulated-youtube.ts';
import { createSimulatedYouTube } from '../../../media/testing/simulated-youtube.ts';
import { createYouTubeMedia } from '../../../media/youtube-media.ts';
import type { Player } from './player.ts';
import { createPlayer } from './player.ts';
import { SEGMENTS, settings } from './testing/practice.ts';

let youtube: SimulatedYouTube;
let player: Player;

/** Plays the video from this position in seconds, as YouTube's own clock extrapolates it. */
function runFrom(seconds: number): void {
  const started = performance.now();
  Object.defineProperty(youtube.reported, 'time', {
    get: () => seconds + (performance.now() - started) / 1000,
    configurable: true,
  });
  youtube.enter('playing');
}

function standAt(seconds: number): void {
  Object.defineProperty(youtube.reported, 'time', { value: seconds, configurable: true, writable: true });
}

const phase = () => player.getSnapshot().phase.name;

beforeEach(async () => {
  vi.useFakeTimers();
  youtube = createSimulatedYouTube();
  const media = createYouTubeMedia({
    container: document.createElement('div'),
    videoId: 'dQw4w9WgXcQ',
    loadApi: () => Promise.resolve(youtube.api),
  });
  player = createPlayer({ media, segments: SEGMENTS, settings: settings() });
  await vi.advanceTimersByTimeAsync(500);
  youtube.becomeReady();
});
afterEach(() => {
  player.destroy();
  vi.useRealTimers();
});

describe('practising with a YouTube video', () => {
  it('seeks, waits for the position, plays, pauses at the end, and starts the turn', () => {
    expect(phase()).toBe('ready');
    player.playSegment();
    vi.advanceTimersByTime(400);
    expect(youtube.calls).toEqual(['rate 1', 'seek 1 true']);
    standAt(0.9);
    vi.advanceTimersByTime(50);
    expect(youtube.calls.at(-1)).toBe('play');
    runFrom(0.9);
    vi.advanceTimersByTime(2095);
    expect(phase()).toBe('playing');
    vi.advanceTimersByTime(10);
    expect(phase()).toBe('turn');
    expect(youtube.calls.at(-1)).toBe('pause');
  });

  it('ignores the position during buffering, however far it is extrapolated', () => {
    player.playSegment();
    standAt(1);
    vi.advanceTimersByTime(50);
    runFrom(1);
    vi.advanceTimersByTime(1000);
    youtube.enter('buffering');
    standAt(2);
    vi.advanceTimersByTime(5000);
    expect(phase()).toBe('buffering');
    runFrom(2);
    vi.advanceTimersByTime(995);
    expect(phase()).toBe('playing');
    vi.advanceTimersByTime(10);
    expect(phase()).toBe('turn');
  });

  it('treats a start that only buffers as blocked, and resumes after a tap', () => {
    player.playSegment();
    standAt(1);
    vi.advanceTimersByTime(50);
    youtube.enter('buffering');
    youtube.enter('unstarted');
    vi.advanceTimersByTime(2000);
    expect(phase()).toBe('blocked');
    runFrom(1);
    expect(phase()).toBe('playing');
    vi.advanceTimersByTime(2010);
    expect(phase()).toBe('turn');
  });

  it('continues from a cued video that its own seek has started', () => {
    player.playSegment();
    runFrom(1);
    expect(phase()).toBe('playing');
    vi.advanceTimersByTime(2010);
    expect(phase()).toBe('turn');
    expect(youtube.calls).toEqual(['rate 1', 'seek 1 true', 'pause']);
  });
});
