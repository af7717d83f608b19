import { describe, expect, it } from 'vitest';
import { practise } from './testing/practice.ts';

describe('a seek', () => {
  it('is waited for before playback', () => {
    const { player, clock, media, phase, until, heard } = practise({ behaviour: { seekLatency: 800 } });
    player.playSegment();
    clock.advance(799);
    expect(phase()).toBe('seeking');
    expect(media.orders).not.toContain('play');
    until('turn');
    expect(heard()).toEqual(['1000-3000']);
  });

  it('counts as arrived within 0.2 seconds', () => {
    const { player, media, until, heard } = practise({
      behaviour: { landing: (position) => position - 200 },
    });
    player.playSegment();
    until('turn');
    expect(media.orders.filter((order) => order === 'seek 1000')).toHaveLength(1);
    expect(heard()).toEqual(['800-3000']);
  });

  it('a seek that lands on an earlier keyframe is retried once, then plays from there', () => {
    const { player, clock, media, phase, until, heard } = practise({
      behaviour: { landing: (position) => Math.floor(position / 4000) * 4000 },
    });
    player.playSegment();
    clock.advance(1499);
    expect(media.orders.filter((order) => order === 'seek 1000')).toHaveLength(1);
    clock.advance(1);
    expect(media.orders.filter((order) => order === 'seek 1000')).toHaveLength(2);
    clock.advance(1490);
    expect(phase()).toBe('seeking');
    until('turn');
    expect(heard()).toEqual(['0-3000']);
  });

  it('a seek that lands correctly the second time plays at once', () => {
    let seeks = 0;
    const { player, clock, until, heard } = practise({
      behaviour: {
        landing: (position) => {
          seeks += 1;
          return seeks === 1 ? 0 : position;
        },
      },
    });
    player.playSegment();
    clock.advance(1500);
    until('playing');
    expect(clock.now()).toBeLessThan(1600);
    until('turn');
    expect(heard()).toEqual(['1000-3000']);
  });

  it('a seek that lands after the segment starts the turn instead of retrying forever', () => {
    const { player, media, until } = practise({ behaviour: { landing: () => 20_000 } });
    player.playSegment();
    until('turn');
    expect(media.orders.filter((order) => order.startsWith('seek'))).toHaveLength(2);
  });

  it('a seek replaced by another segment’s doesn’t play its own segment', () => {
    const { player, clock, phase, until, heard } = practise({ behaviour: { seekLatency: 1000 } });
    player.playSegment();
    clock.advance(500);
    player.next();
    clock.advance(1000);
    expect(phase()).toBe('transition');
    until('turn');
    expect(heard()).toEqual(['5000-6500']);
  });

  it('a seek interrupted by a stop plays nothing', () => {
    const { player, clock, phase, heard } = practise({ behaviour: { seekLatency: 1000 } });
    player.playSegment();
    clock.advance(500);
    player.stop();
    clock.advance(10_000);
    expect(phase()).toBe('ready');
    expect(heard()).toEqual([]);
  });

  it('a seek that starts the medium by itself plays the segment once', () => {
    const { player, until, heard } = practise({ behaviour: { startsOnSeek: true, seekLatency: 300 } });
    player.playSegment();
    until('turn');
    expect(heard()).toEqual(['1000-3000']);
  });

  it('a seek that starts the medium too early waits until the position is close', () => {
    const { player, clock, media, phase, until } = practise({
      behaviour: { startsOnSeek: true, landing: (position) => position - 700 },
    });
    player.playSegment();
    clock.advance(300);
    expect(phase()).toBe('seeking');
    clock.advance(300);
    expect(phase()).toBe('playing');
    until('turn');
    expect(media.orders).not.toContain('play');
  });
});

describe('blocked playback', () => {
  it('is detected after two seconds if it isn’t reported', () => {
    const { player, clock, phase } = practise({ behaviour: { refuses: 'quietly' } });
    player.playSegment();
    clock.advance(1990);
    expect(phase()).toBe('starting');
    clock.advance(20);
    expect(phase()).toBe('blocked');
  });

  it('is shown at once if it is reported', () => {
    const { player, clock, phase } = practise({ behaviour: { refuses: 'told' } });
    player.playSegment();
    clock.advance(10);
    expect(phase()).toBe('blocked');
  });

  it('resumes when the medium is started by hand', () => {
    const { player, clock, media, phase, until, heard } = practise({ behaviour: { refuses: 'quietly' } });
    player.playSegment();
    clock.advance(8000);
    media.startByHand();
    expect(phase()).toBe('playing');
    until('turn');
    expect(heard()).toEqual(['1000-3000']);
  });

  it('resumes from the segment’s start when it is started elsewhere, without a pause', () => {
    const { player, clock, media, until, heard } = practise({
      behaviour: { refuses: 'quietly', landing: () => 0 },
    });
    player.playSegment();
    clock.advance(10_000);
    media.behaviour.landing = (position) => position;
    media.orders.length = 0;
    media.startByHand();
    until('turn');
    expect(media.orders).toEqual(['seek 1000', 'pause']);
    expect(heard()).toEqual(['1000-3000']);
  });

  it('can be retried with Play Segment', () => {
    const { player, clock, media, until, heard } = practise({ behaviour: { refuses: 'quietly' } });
    player.playSegment();
    clock.advance(5000);
    media.behaviour.refuses = 'no';
    player.playSegment();
    until('turn');
    expect(heard()).toEqual(['1000-3000']);
  });

  it('isn’t assumed for a medium that plays without an event', () => {
    const { player, until, heard, media } = practise({ behaviour: { reportsPlaying: false } });
    player.playSegment();
    until('turn');
    expect(media.orders.filter((order) => order === 'play')).toHaveLength(1);
    expect(heard()).toEqual(['1000-3000']);
  });
});
