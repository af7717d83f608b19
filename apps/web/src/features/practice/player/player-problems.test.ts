import { describe, expect, it } from 'vitest';
import { startPractice, startTurn } from './testing/start-practice.ts';

describe('buffering', () => {
  it('is shown, and the segment then plays to its end', () => {
    const { player, clock, phase, advanceUntil, takePlayed } = startPractice({
      behaviour: { stalls: [{ at: 2000, durationMs: 5000 }] },
    });
    player.playSegment();
    clock.advance(1100);
    expect(phase()).toBe('buffering');
    clock.advance(4890);
    expect(phase()).toBe('buffering');
    advanceUntil('turn');
    expect(takePlayed()).toEqual(['1000-3000']);
  });

  it('just before the segment’s end doesn’t end it early or late', () => {
    const { player, clock, phase, media, advanceUntil, takePlayed } = startPractice({
      behaviour: { stalls: [{ at: 2990, durationMs: 4000 }] },
    });
    player.playSegment();
    clock.advance(2500);
    expect(phase()).toBe('buffering');
    advanceUntil('turn');
    expect(media.position()).toBeGreaterThanOrEqual(3000);
    expect(takePlayed()).toEqual(['1000-3000']);
  });

  it('without an event doesn’t end the segment early', () => {
    const { player, clock, phase, advanceUntil, takePlayed } = startPractice({
      behaviour: { stalls: [{ at: 2990, durationMs: 4000 }], reportsBuffering: false },
    });
    player.playSegment();
    clock.advance(5000);
    expect(phase()).toBe('playing');
    advanceUntil('turn');
    expect(takePlayed()).toEqual(['1000-3000']);
  });

  it('ends when playback resumes without an event', () => {
    const { player, clock, media, advanceUntil, takePlayed } = startPractice({
      behaviour: { stalls: [{ at: 1500, durationMs: 1000 }] },
    });
    player.playSegment();
    clock.advance(600);
    media.behaviour.reportsPlaying = false;
    advanceUntil('turn');
    expect(takePlayed()).toEqual(['1000-3000']);
  });

  it('can be stopped by the learner', () => {
    const { player, clock, phase, takePlayed } = startPractice({
      behaviour: { stalls: [{ at: 2000, durationMs: 5000 }] },
    });
    player.playSegment();
    clock.advance(1500);
    player.stop();
    expect(phase()).toBe('ready');
    clock.advance(10_000);
    expect(takePlayed()).toEqual(['1000-2000']);
  });

  it('before the first sound isn’t mistaken for blocked playback', () => {
    const { player, clock, media, phase, advanceUntil } = startPractice({ behaviour: { playLatency: 9000 } });
    player.playSegment();
    media.notify({ type: 'buffering' });
    clock.advance(8000);
    expect(phase()).toBe('buffering');
    advanceUntil('turn');
  });
});

describe('the medium’s end', () => {
  it('before the segment’s end starts the turn', () => {
    const { takePlayed } = startTurn({ behaviour: { duration: 2500 } });
    expect(takePlayed()).toEqual(['1000-2500']);
  });

  it('counts as the end of one round', () => {
    const { takePlayed } = startTurn({ behaviour: { duration: 2500 }, repeats: 3 });
    expect(takePlayed()).toEqual(['1000-2500', '1000-2500', '1000-2500']);
  });

  it('before the segment’s start starts the turn without playing', () => {
    const { player, clock, phase, media } = startPractice({
      behaviour: { duration: 4000 },
      index: 2,
      repeats: 0,
    });
    player.playSegment();
    expect(phase()).toBe('turn');
    clock.advance(5000);
    expect(media.calls).toEqual(['rate 1']);
  });

  it('is ignored during a transition', () => {
    const { player, media, phase, advanceUntil, takePlayed } = startPractice();
    player.next();
    media.notify({ type: 'ended' });
    expect(phase()).toBe('transition');
    advanceUntil('turn');
    expect(takePlayed()).toEqual(['5000-6500']);
  });

  it('is ignored during a seek', () => {
    const { player, clock, media, phase } = startPractice({ behaviour: { seekLatency: 500 } });
    player.playSegment();
    clock.advance(100);
    media.notify({ type: 'ended' });
    expect(phase()).toBe('seeking');
  });
});

describe('a medium controlled from outside', () => {
  it('stops practice when it is paused', () => {
    const { player, clock, media, phase, takePlayed, playToTurn } = startPractice();
    player.playSegment();
    clock.advance(700);
    media.pauseExternally();
    expect(phase()).toBe('ready');
    clock.advance(10_000);
    playToTurn();
    expect(takePlayed()).toEqual(['1000-1700', '1000-3000']);
  });

  it('is paused when it is started in a turn', () => {
    const { clock, media, phase } = startTurn();
    media.tapPlay();
    expect(media.isPlaying()).toBe(false);
    clock.advance(1000);
    expect(phase()).toBe('turn');
  });

  it('is paused when it is started after a stop', () => {
    const { player, clock, media, phase } = startPractice();
    player.playSegment();
    clock.advance(100);
    player.stop();
    media.tapPlay();
    expect(media.isPlaying()).toBe(false);
    expect(phase()).toBe('ready');
  });

  it('doesn’t stop the next round when it reports the player’s own pause late', () => {
    const { takePlayed } = startTurn({
      repeats: 3,
      behaviour: { pauseLatency: 120, seekLatency: 30 },
    });
    expect(takePlayed()).toEqual(['1000-3000', '1000-3000', '1000-3000']);
  });
});

describe('a medium that fails', () => {
  it.each(['network', 'timeout', 150] as const)('reports the reason: %s', (code) => {
    const { player, clock, media } = startPractice();
    player.playSegment();
    clock.advance(500);
    media.notify({ type: 'failed', code });
    expect(player.getSnapshot().phase).toEqual({ name: 'failed', code });
    expect(clock.countPending()).toBeLessThanOrEqual(1);
  });

  it('doesn’t prevent moving between segments', () => {
    const { player, clock, media, phase } = startPractice();
    media.notify({ type: 'failed', code: 100 });
    player.playSegment();
    player.next();
    clock.advance(5000);
    expect(phase()).toBe('failed');
    expect(player.getSnapshot().index).toBe(1);
    expect(media.played).toEqual([]);
  });

  it('recovers when it becomes ready', () => {
    const { media, phase, takePlayed, playToTurn } = startPractice({ isReady: false });
    media.notify({ type: 'failed', code: 'timeout' });
    expect(phase()).toBe('failed');
    media.becomeReady();
    expect(phase()).toBe('ready');
    playToTurn();
    expect(takePlayed()).toEqual(['1000-3000']);
  });
});
