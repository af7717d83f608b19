import { describe, expect, it } from 'vitest';
import { createSettings, SEGMENTS, startPractice, startTurn } from './testing/start-practice.ts';

describe('selecting another segment', () => {
  it('plays the segment after two seconds', () => {
    const { player, clock, phase, advanceUntil, takePlayed } = startPractice();
    player.next();
    expect(player.getSnapshot()).toMatchObject({ index: 1, phase: { name: 'transition' } });
    clock.advance(1999);
    expect(phase()).toBe('transition');
    clock.advance(1);
    expect(phase()).not.toBe('transition');
    advanceUntil('turn');
    expect(takePlayed()).toEqual(['5000-6500']);
  });

  it('plays the segment at once with advance()', () => {
    const { player, phase, advanceUntil, takePlayed } = startPractice();
    player.advance();
    expect(phase()).toBe('playing');
    advanceUntil('turn');
    expect(takePlayed()).toEqual(['5000-6500']);
  });

  it('pauses playback at once', () => {
    const { player, clock, advanceUntil, takePlayed } = startPractice();
    player.playSegment();
    clock.advance(500);
    player.next();
    advanceUntil('turn');
    expect(takePlayed()).toEqual(['1000-1500', '5000-6500']);
  });

  it('restarts the two seconds with each selection', () => {
    const { player, clock, phase, advanceUntil, takePlayed } = startPractice();
    player.next();
    clock.advance(1500);
    player.next();
    clock.advance(1999);
    expect(phase()).toBe('transition');
    advanceUntil('turn');
    expect(takePlayed()).toEqual(['10000-14000']);
  });

  it('keeps its delay when Play Segment is pressed during it', () => {
    const { player, clock, phase, advanceUntil } = startPractice();
    player.next();
    clock.advance(1000);
    player.playSegment();
    clock.advance(999);
    expect(phase()).toBe('transition');
    advanceUntil('turn');
  });

  it('is ignored before the first and after the last segment', () => {
    const { player, clock, media } = startPractice();
    player.previous();
    player.select(-1);
    player.select(3);
    player.select(0.5);
    clock.advance(5000);
    expect(player.getSnapshot()).toMatchObject({ index: 0, phase: { name: 'ready' } });
    expect(media.played).toEqual([]);
    const last = startPractice({ index: 2 });
    last.player.next();
    expect(last.phase()).toBe('ready');
  });

  it('goes back with Previous', () => {
    const { player, advanceUntil, takePlayed } = startPractice({ index: 2 });
    player.previous();
    advanceUntil('turn');
    expect(takePlayed()).toEqual(['5000-6500']);
  });

  it('finds the segment at the slider’s position', () => {
    const { player, advanceUntil, takePlayed } = startPractice();
    player.jumpTo(12_345);
    expect(player.getSnapshot()).toMatchObject({ index: 2, phase: { name: 'transition' } });
    advanceUntil('turn');
    expect(takePlayed()).toEqual(['10000-14000']);
  });

  it('finds the nearest segment when the slider is between two', () => {
    const { player } = startPractice();
    player.jumpTo(8000);
    expect(player.getSnapshot().index).toBe(1);
  });

  it('replays the same segment without a delay when the slider stays in it', () => {
    const { player, clock, phase } = startTurn();
    player.jumpTo(2000);
    clock.advance(50);
    expect(phase()).toBe('playing');
  });

  it('stays at its segment where several overlap', () => {
    const segments = [
      { start: 1000, end: 4000 },
      { start: 2000, end: 3000 },
      { start: 500, end: 1500 },
    ];
    const { player, clock, advanceUntil, takePlayed } = startPractice({ segments });
    player.playSegment();
    clock.advance(1500);
    expect(player.getSnapshot().index).toBe(0);
    advanceUntil('turn');
    expect(player.getSnapshot().index).toBe(0);
    player.next();
    advanceUntil('turn');
    player.next();
    advanceUntil('turn');
    expect(takePlayed()).toEqual(['1000-4000', '2000-3000', '500-1500']);
  });
});

describe('a player without segments', () => {
  it('is ready and ignores all commands', () => {
    const { player, clock, media, phase } = startPractice({ segments: [] });
    player.playSegment();
    player.next();
    player.previous();
    player.jumpTo(1000);
    player.stop();
    player.setSettings(createSettings({ padding_after: 500 }));
    clock.advance(10_000);
    expect(phase()).toBe('ready');
    expect(player.getSnapshot().count).toBe(0);
    expect(media.played).toEqual([]);
  });
});

describe('replacing the segments', () => {
  it('stops playback, and waits for Play Segment', () => {
    const { player, clock, phase, takePlayed, playToTurn } = startPractice();
    player.playSegment();
    clock.advance(500);
    player.setSegments([{ start: 20_000, end: 21_000 }], 0);
    clock.advance(5000);
    expect(phase()).toBe('ready');
    expect(player.getSnapshot()).toMatchObject({ index: 0, count: 1 });
    playToTurn();
    expect(takePlayed()).toEqual(['1000-1500', '20000-21000']);
  });

  it('keeps waiting for a medium that isn’t ready', () => {
    const { player, phase } = startPractice({ isReady: false });
    player.setSegments(SEGMENTS, 1);
    expect(phase()).toBe('loading');
    expect(player.getSnapshot().index).toBe(1);
  });
});
