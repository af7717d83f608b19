import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClipPlayer } from './clip-player.ts';
import { createSimulatedMedium } from './testing/simulated-medium.ts';

function createPlayer({ isReady = true } = {}) {
  const medium = createSimulatedMedium();
  const player = createClipPlayer(medium.media);
  if (isReady) medium.emit({ type: 'ready', duration: 100_000 });
  return { medium, player };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('continuous playback', () => {
  it('reports its position at least every 100 ms', () => {
    const { player } = createPlayer();
    const positions: number[] = [];
    player.subscribe(() => positions.push(player.getState().position));
    player.play();
    vi.advanceTimersByTime(1000);
    const steps = positions.slice(2).map((position, index) => position - (positions[index + 1] ?? 0));
    expect(Math.max(...steps)).toBeLessThanOrEqual(100);
    expect(player.getState().position).toBeGreaterThan(900);
  });

  it('reports whether it plays', () => {
    const { player } = createPlayer();
    player.play();
    expect(player.getState().isPlaying).toBe(true);
    player.pause();
    expect(player.getState().isPlaying).toBe(false);
  });

  it('rewinds when stopped', () => {
    const { medium, player } = createPlayer();
    player.play();
    vi.advanceTimersByTime(500);
    player.stop();
    expect(medium.calls.slice(-2)).toEqual(['pause', 'seek 0']);
    expect(player.getState()).toMatchObject({ position: 0, isPlaying: false });
  });

  it('continues at the new position after a seek', () => {
    const { medium, player } = createPlayer();
    player.play();
    player.seek(5000);
    expect(medium.calls).toEqual(['unlock', 'play', 'seek 5000']);
    expect(player.getState()).toMatchObject({ position: 5000, isPlaying: true });
  });

  it('reports playback that the medium starts, pauses or ends', () => {
    const { medium, player } = createPlayer();
    player.play();
    medium.emit({ type: 'ended' });
    expect(player.getState().isPlaying).toBe(false);
    medium.emit({ type: 'playing' });
    expect(player.getState().isPlaying).toBe(true);
    medium.emit({ type: 'paused' });
    expect(player.getState().isPlaying).toBe(false);
  });
});

describe('playing a clip', () => {
  it('seeks, plays, and pauses at its end', () => {
    const { medium, player } = createPlayer();
    player.playClip({ from: 5000, to: 6500 });
    vi.advanceTimersByTime(1450);
    expect(player.getState()).toMatchObject({ isPlaying: true, clip: { from: 5000, to: 6500 } });
    vi.advanceTimersByTime(100);
    expect(medium.calls).toEqual(['unlock', 'seek 5000', 'play', 'pause']);
    expect(player.getState()).toMatchObject({ isPlaying: false, clip: null });
  });

  it('pauses exactly at its end', () => {
    const { medium, player } = createPlayer();
    player.playClip({ from: 1000, to: 1777 });
    vi.advanceTimersByTime(2000);
    expect(medium.media.position()).toBe(1777);
  });

  it('ignores the old position during its seek', () => {
    const { medium, player } = createPlayer();
    medium.media.seek(90_000);
    medium.setSeeking(true);
    player.playClip({ from: 1000, to: 2000 });
    medium.media.seek(90_000);
    vi.advanceTimersByTime(300);
    expect(player.getState().isPlaying).toBe(true);
  });

  it('switches to another clip as soon as requested', () => {
    const { medium, player } = createPlayer();
    player.playClip({ from: 1000, to: 1030 });
    vi.advanceTimersByTime(10);
    player.playClip({ from: 5000, to: 9000 });
    vi.advanceTimersByTime(1000);
    expect(player.getState().isPlaying).toBe(true);
    expect(medium.media.position()).toBeGreaterThan(5900);
  });

  it('plays the same clip again from its end', () => {
    const { medium, player } = createPlayer();
    medium.media.seek(2001);
    const seek = vi.spyOn(medium.media, 'seek').mockImplementation(() => undefined);
    player.playClip({ from: 1000, to: 2000 });
    vi.advanceTimersByTime(100);
    seek.mockRestore();
    medium.media.seek(1000);
    vi.advanceTimersByTime(900);
    expect(player.getState().isPlaying).toBe(true);
    vi.advanceTimersByTime(200);
    expect(player.getState().isPlaying).toBe(false);
  });

  it('stops on a pause, and when the medium ends or fails', () => {
    const { medium, player } = createPlayer();
    const changes: boolean[] = [];
    player.subscribe(() => changes.push(player.getState().isPlaying));
    player.playClip({ from: 1000, to: 9000 });
    player.pause();
    player.playClip({ from: 1000, to: 9000 });
    medium.emit({ type: 'ended' });
    player.playClip({ from: 1000, to: 9000 });
    medium.emit({ type: 'failed', code: 'network' });
    expect(changes).toEqual([true, false, true, false, true, false]);
  });

  it('becomes continuous playback after a seek', () => {
    const { player } = createPlayer();
    player.playClip({ from: 1000, to: 2000 });
    player.seek(1500);
    vi.advanceTimersByTime(3000);
    expect(player.getState()).toMatchObject({ isPlaying: true, clip: null });
  });
});

describe('a medium that isn’t ready', () => {
  it('starts playback once it is ready', () => {
    const { medium, player } = createPlayer({ isReady: false });
    player.playClip({ from: 1000, to: 2000 });
    expect(medium.calls).toEqual(['unlock']);
    medium.emit({ type: 'ready', duration: 5000 });
    expect(medium.calls).toEqual(['unlock', 'seek 1000', 'play']);
    expect(player.getState()).toMatchObject({ status: 'ready', duration: 5000 });
  });

  it('doesn’t start playback after a pause', () => {
    const { medium, player } = createPlayer({ isReady: false });
    player.play();
    player.pause();
    medium.emit({ type: 'ready', duration: 5000 });
    expect(medium.calls).not.toContain('play');
  });

  it('reports its failure', () => {
    const { medium, player } = createPlayer({ isReady: false });
    medium.emit({ type: 'failed', code: 150 });
    expect(player.getState().status).toBe('failed');
    expect(player.position()).toBe(0);
  });
});

describe('a destroyed player', () => {
  it('stops polling, and destroys its medium', () => {
    const { medium, player } = createPlayer();
    player.destroy();
    expect(medium.calls).toEqual(['destroy']);
    expect(medium.listenerCount()).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });
});
