// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MediaEvent } from '../../../../media/media.ts';
import { createSimulatedMedium } from '../../../../media/testing/simulated-medium.ts';
import { createRangePlayer } from './range-player.ts';

const READY: MediaEvent = { type: 'ready', duration: 100_000 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('playing a part of a medium', () => {
  it('seeks, plays, and pauses at the end of it', () => {
    const medium = createSimulatedMedium();
    const player = createRangePlayer(medium.media);
    medium.tell(READY);
    player.play({ from: 5000, to: 7000 });
    vi.advanceTimersByTime(1900);
    expect(player.isPlaying()).toBe(true);
    vi.advanceTimersByTime(200);
    expect(medium.done).toEqual(['unlock', 'seek 5000', 'play', 'pause']);
    expect(player.isPlaying()).toBe(false);
    expect(medium.media.position()).toBeLessThan(7100);
  });

  it('waits until the medium is ready', () => {
    const medium = createSimulatedMedium();
    const player = createRangePlayer(medium.media);
    player.play({ from: 1000, to: 2000 });
    expect(medium.done).toEqual(['unlock']);
    medium.tell(READY);
    expect(medium.done).toEqual(['unlock', 'seek 1000', 'play']);
  });

  it('is not misled by the old position while it seeks', () => {
    const medium = createSimulatedMedium();
    const player = createRangePlayer(medium.media);
    medium.tell(READY);
    medium.media.seek(90_000);
    player.play({ from: 1000, to: 2000 });
    medium.media.seek(90_000);
    medium.setSeeking(true);
    vi.advanceTimersByTime(500);
    expect(player.isPlaying()).toBe(true);
  });

  it('plays another part in place of the first', () => {
    const medium = createSimulatedMedium();
    const player = createRangePlayer(medium.media);
    medium.tell(READY);
    player.play({ from: 1000, to: 9000 });
    vi.advanceTimersByTime(100);
    player.play({ from: 20_000, to: 21_000 });
    vi.advanceTimersByTime(1100);
    expect(player.isPlaying()).toBe(false);
  });

  it('stops when it is told to, and when the medium ends or fails', () => {
    const medium = createSimulatedMedium();
    const player = createRangePlayer(medium.media);
    medium.tell(READY);
    const changes: boolean[] = [];
    player.subscribe(() => changes.push(player.isPlaying()));
    player.play({ from: 1000, to: 9000 });
    player.stop();
    player.play({ from: 1000, to: 9000 });
    medium.tell({ type: 'ended' });
    player.play({ from: 1000, to: 9000 });
    medium.tell({ type: 'failed', code: 'network' });
    expect(changes).toEqual([true, false, true, false, true, false]);
  });

  it('forgets what was wanted when it is stopped before the medium is ready', () => {
    const medium = createSimulatedMedium();
    const player = createRangePlayer(medium.media);
    player.play({ from: 1000, to: 2000 });
    player.stop();
    medium.tell(READY);
    expect(medium.done).not.toContain('play');
  });

  it('gives the medium up', () => {
    const medium = createSimulatedMedium();
    const player = createRangePlayer(medium.media);
    player.destroy();
    expect(medium.done).toEqual(['destroy']);
    expect(medium.listening()).toBe(0);
  });
});
