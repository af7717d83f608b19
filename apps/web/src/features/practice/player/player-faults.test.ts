import { describe, expect, it } from 'vitest';
import { practise } from './testing/practice.ts';

describe('buffering', () => {
  it('buffering within a segment is shown, and the segment plays to its end', () => {
    const { player, clock, phase, until, heard } = practise({
      behaviour: { stalls: [{ at: 2000, durationMs: 5000 }] },
    });
    player.playSegment();
    clock.advance(1100);
    expect(phase()).toBe('buffering');
    clock.advance(4890);
    expect(phase()).toBe('buffering');
    until('turn');
    expect(heard()).toEqual(['1000-3000']);
  });

  it('across the end neither ends the segment early nor overruns it', () => {
    const { player, clock, phase, media, until, heard } = practise({
      behaviour: { stalls: [{ at: 2990, durationMs: 4000 }] },
    });
    player.playSegment();
    clock.advance(2500);
    expect(phase()).toBe('buffering');
    until('turn');
    expect(media.position()).toBeGreaterThanOrEqual(3000);
    expect(heard()).toEqual(['1000-3000']);
  });

  it('that isn’t reported doesn’t end the segment by the wall clock', () => {
    const { player, clock, phase, until, heard } = practise({
      behaviour: { stalls: [{ at: 2990, durationMs: 4000 }], reportsBuffering: false },
    });
    player.playSegment();
    clock.advance(5000);
    expect(phase()).toBe('playing');
    until('turn');
    expect(heard()).toEqual(['1000-3000']);
  });

  it('ends when playback resumes without an event', () => {
    const { player, clock, media, until, heard } = practise({
      behaviour: { stalls: [{ at: 1500, durationMs: 1000 }] },
    });
    player.playSegment();
    clock.advance(600);
    media.behaviour.reportsPlaying = false;
    until('turn');
    expect(heard()).toEqual(['1000-3000']);
  });

  it('can be stopped', () => {
    const { player, clock, phase, heard } = practise({
      behaviour: { stalls: [{ at: 2000, durationMs: 5000 }] },
    });
    player.playSegment();
    clock.advance(1500);
    player.stop();
    expect(phase()).toBe('ready');
    clock.advance(10_000);
    expect(heard()).toEqual(['1000-2000']);
  });

  it('before the first sound isn’t mistaken for blocked playback', () => {
    const { player, clock, media, phase, until } = practise({ behaviour: { playLatency: 9000 } });
    player.playSegment();
    media.notify({ type: 'buffering' });
    clock.advance(8000);
    expect(phase()).toBe('buffering');
    until('turn');
  });
});

describe('the medium’s end', () => {
  it('before the segment’s end starts the turn', () => {
    const { player, until, heard } = practise({ behaviour: { duration: 2500 } });
    player.playSegment();
    until('turn');
    expect(heard()).toEqual(['1000-2500']);
  });

  it('counts as the end of one round', () => {
    const { player, until, heard } = practise({ behaviour: { duration: 2500 }, repeats: 3 });
    player.playSegment();
    until('turn');
    expect(heard()).toEqual(['1000-2500', '1000-2500', '1000-2500']);
  });

  it('before the segment’s start starts the turn without playing', () => {
    const { player, clock, phase, media } = practise({ behaviour: { duration: 4000 }, index: 2, repeats: 0 });
    player.playSegment();
    expect(phase()).toBe('turn');
    clock.advance(5000);
    expect(media.orders).toEqual(['rate 1']);
  });

  it('reported late, while the next segment waits, changes nothing', () => {
    const { player, media, phase, until, heard } = practise();
    player.next();
    media.notify({ type: 'ended' });
    expect(phase()).toBe('transition');
    until('turn');
    expect(heard()).toEqual(['5000-6500']);
  });

  it('reported late, during a seek, changes nothing', () => {
    const { player, clock, media, phase } = practise({ behaviour: { seekLatency: 500 } });
    player.playSegment();
    clock.advance(100);
    media.notify({ type: 'ended' });
    expect(phase()).toBe('seeking');
  });
});

describe('external control of the medium', () => {
  it('an external pause stops practice', () => {
    const { player, clock, media, phase, until, heard } = practise();
    player.playSegment();
    clock.advance(700);
    media.pauseFromOutside();
    expect(phase()).toBe('ready');
    clock.advance(10_000);
    player.playSegment();
    until('turn');
    expect(heard()).toEqual(['1000-1700', '1000-3000']);
  });

  it('an external start is paused', () => {
    const { player, clock, media, phase, until } = practise();
    player.playSegment();
    until('turn');
    media.startByHand();
    expect(media.isPlaying()).toBe(false);
    clock.advance(1000);
    expect(phase()).toBe('turn');
  });

  it('a start after the stop is paused', () => {
    const { player, clock, media, phase } = practise();
    player.playSegment();
    clock.advance(100);
    player.stop();
    media.startByHand();
    expect(media.isPlaying()).toBe(false);
    expect(phase()).toBe('ready');
  });

  it('its own pause, reported late, doesn’t stop the next round', () => {
    const { player, until, heard } = practise({
      repeats: 3,
      behaviour: { pauseLatency: 120, seekLatency: 30 },
    });
    player.playSegment();
    until('turn');
    expect(heard()).toEqual(['1000-3000', '1000-3000', '1000-3000']);
  });
});

describe('a medium that fails', () => {
  it.each(['network', 'timeout', 150] as const)('reports the reason: %s', (code) => {
    const { player, clock, media } = practise();
    player.playSegment();
    clock.advance(500);
    media.notify({ type: 'failed', code });
    expect(player.getSnapshot().phase).toEqual({ name: 'failed', code });
    expect(clock.pending()).toBeLessThanOrEqual(1);
  });

  it('still allows moving between segments', () => {
    const { player, clock, media, phase } = practise();
    media.notify({ type: 'failed', code: 100 });
    player.playSegment();
    player.next();
    clock.advance(5000);
    expect(phase()).toBe('failed');
    expect(player.getSnapshot().index).toBe(1);
    expect(media.heard).toEqual([]);
  });

  it('recovers when it becomes ready', () => {
    const { player, media, phase, until, heard } = practise({ ready: false });
    media.notify({ type: 'failed', code: 'timeout' });
    expect(phase()).toBe('failed');
    media.becomeReady();
    expect(phase()).toBe('ready');
    player.playSegment();
    until('turn');
    expect(heard()).toEqual(['1000-3000']);
  });
});
