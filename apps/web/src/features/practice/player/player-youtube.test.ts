import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSimulatedYouTube, type SimulatedYouTube } from '../../../media/testing/simulated-youtube.ts';
import { createYouTubeMedia } from '../../../media/youtube-media.ts';
import { createPlayer, type Player } from './player.ts';
import { createSettings, SEGMENTS } from './testing/start-practice.ts';

let youtube: SimulatedYouTube;
let player: Player;

/** Simulates playback from a position in seconds, as YouTube's clock extrapolates it. */
function playFrom(seconds: number): void {
  const startTime = performance.now();
  Object.defineProperty(youtube.reported, 'time', {
    get: () => seconds + (performance.now() - startTime) / 1000,
    configurable: true,
  });
  youtube.enter('playing');
}

function freezeAt(seconds: number): void {
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
  player = createPlayer({ media, segments: SEGMENTS, settings: createSettings() });
  await vi.advanceTimersByTimeAsync(500);
  youtube.becomeReady();
});
afterEach(() => {
  player.destroy();
  vi.useRealTimers();
});

describe('practising with a YouTube video', () => {
  it('seeks, plays, pauses at the segment’s end, and starts the turn', () => {
    expect(phase()).toBe('ready');
    player.playSegment();
    vi.advanceTimersByTime(400);
    expect(youtube.calls).toEqual(['rate 1', 'seek 1 true']);
    freezeAt(0.9);
    vi.advanceTimersByTime(50);
    expect(youtube.calls.at(-1)).toBe('play');
    playFrom(0.9);
    vi.advanceTimersByTime(2095);
    expect(phase()).toBe('playing');
    vi.advanceTimersByTime(10);
    expect(phase()).toBe('turn');
    expect(youtube.calls.at(-1)).toBe('pause');
  });

  it('ignores the extrapolated position during buffering', () => {
    player.playSegment();
    freezeAt(1);
    vi.advanceTimersByTime(50);
    playFrom(1);
    vi.advanceTimersByTime(1000);
    youtube.enter('buffering');
    freezeAt(2);
    vi.advanceTimersByTime(5000);
    expect(phase()).toBe('buffering');
    playFrom(2);
    vi.advanceTimersByTime(995);
    expect(phase()).toBe('playing');
    vi.advanceTimersByTime(10);
    expect(phase()).toBe('turn');
  });

  it('treats a start that only buffers as blocked, and resumes after a tap', () => {
    player.playSegment();
    freezeAt(1);
    vi.advanceTimersByTime(50);
    youtube.enter('buffering');
    youtube.enter('unstarted');
    vi.advanceTimersByTime(2000);
    expect(phase()).toBe('blocked');
    playFrom(1);
    expect(phase()).toBe('playing');
    vi.advanceTimersByTime(2010);
    expect(phase()).toBe('turn');
  });

  it('continues if the seek itself has started a cued video', () => {
    player.playSegment();
    playFrom(1);
    expect(phase()).toBe('playing');
    vi.advanceTimersByTime(2010);
    expect(phase()).toBe('turn');
    expect(youtube.calls).toEqual(['rate 1', 'seek 1 true', 'pause']);
  });
});
