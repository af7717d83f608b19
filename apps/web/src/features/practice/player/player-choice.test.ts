import { describe, expect, it } from 'vitest';
import { practise, SEGMENTS, settings } from './testing/practice.ts';

describe('choosing another segment', () => {
  it('plays the segment after two seconds', () => {
    const { player, clock, phase, until, heard } = practise();
    player.next();
    expect(player.getSnapshot()).toMatchObject({ index: 1, phase: { name: 'transition' } });
    clock.advance(1999);
    expect(phase()).toBe('transition');
    clock.advance(1);
    expect(phase()).not.toBe('transition');
    until('turn');
    expect(heard()).toEqual(['5000-6500']);
  });

  it('plays the segment at once if the caller has already waited', () => {
    const { player, phase, until, heard } = practise();
    player.goOn();
    expect(phase()).toBe('playing');
    until('turn');
    expect(heard()).toEqual(['5000-6500']);
  });

  it('pauses playback at once', () => {
    const { player, clock, until, heard } = practise();
    player.playSegment();
    clock.advance(500);
    player.next();
    until('turn');
    expect(heard()).toEqual(['1000-1500', '5000-6500']);
  });

  it('counts the two seconds from the last choice', () => {
    const { player, clock, phase, until, heard } = practise();
    player.next();
    clock.advance(1500);
    player.next();
    clock.advance(1999);
    expect(phase()).toBe('transition');
    until('turn');
    expect(heard()).toEqual(['10000-14000']);
  });

  it('keeps the delay when Play Segment is pressed during it', () => {
    const { player, clock, phase, until } = practise();
    player.next();
    clock.advance(1000);
    player.playSegment();
    clock.advance(999);
    expect(phase()).toBe('transition');
    until('turn');
  });

  it('does nothing before the first and after the last', () => {
    const { player, clock, media } = practise();
    player.previous();
    player.select(-1);
    player.select(3);
    player.select(0.5);
    clock.advance(5000);
    expect(player.getSnapshot()).toMatchObject({ index: 0, phase: { name: 'ready' } });
    expect(media.heard).toEqual([]);
    const last = practise({ index: 2 });
    last.player.next();
    expect(last.phase()).toBe('ready');
  });

  it('goes back with Previous', () => {
    const { player, until, heard } = practise({ index: 2 });
    player.previous();
    until('turn');
    expect(heard()).toEqual(['5000-6500']);
  });

  it('selects the segment at the slider’s position', () => {
    const { player, until, heard } = practise();
    player.jumpTo(12_345);
    expect(player.getSnapshot()).toMatchObject({ index: 2, phase: { name: 'transition' } });
    until('turn');
    expect(heard()).toEqual(['10000-14000']);
  });

  it('selects the nearest segment when the slider is between two', () => {
    const { player } = practise();
    player.jumpTo(8000);
    expect(player.getSnapshot().index).toBe(1);
  });

  it('replays the same segment without a delay when the slider stays in it', () => {
    const { player, clock, phase, until } = practise();
    player.playSegment();
    until('turn');
    player.jumpTo(2000);
    clock.advance(50);
    expect(phase()).toBe('playing');
  });

  it('keeps its position in overlapping segments during playback', () => {
    const segments = [
      { start: 1000, end: 4000 },
      { start: 2000, end: 3000 },
      { start: 500, end: 1500 },
    ];
    const { player, clock, until, heard } = practise({ segments });
    player.playSegment();
    clock.advance(1500);
    expect(player.getSnapshot().index).toBe(0);
    until('turn');
    expect(player.getSnapshot().index).toBe(0);
    player.next();
    until('turn');
    player.next();
    until('turn');
    expect(heard()).toEqual(['1000-4000', '2000-3000', '500-1500']);
  });
});

describe('without segments', () => {
  it('is ready and does nothing', () => {
    const { player, clock, media, phase } = practise({ segments: [] });
    player.playSegment();
    player.next();
    player.previous();
    player.jumpTo(1000);
    player.stop();
    player.setSettings(settings({ padding_after: 500 }));
    clock.advance(10_000);
    expect(phase()).toBe('ready');
    expect(player.getSnapshot().count).toBe(0);
    expect(media.heard).toEqual([]);
  });
});

describe('another list of segments', () => {
  it('stops playback, and waits for Play Segment', () => {
    const { player, clock, phase, until, heard } = practise();
    player.playSegment();
    clock.advance(500);
    player.setSegments([{ start: 20_000, end: 21_000 }], 0);
    clock.advance(5000);
    expect(phase()).toBe('ready');
    expect(player.getSnapshot()).toMatchObject({ index: 0, count: 1 });
    player.playSegment();
    until('turn');
    expect(heard()).toEqual(['1000-1500', '20000-21000']);
  });

  it('leaves a medium that isn’t ready loading', () => {
    const { player, phase } = practise({ ready: false });
    player.setSegments(SEGMENTS, 1);
    expect(phase()).toBe('loading');
    expect(player.getSnapshot().index).toBe(1);
  });
});
