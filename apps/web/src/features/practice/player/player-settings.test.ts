import { describe, expect, it } from 'vitest';
import { practise, settings } from './testing/practice.ts';

describe('repeats', () => {
  it.each([1, 2, 10])('plays a segment %i times before the turn', (repeats) => {
    const { player, until, heard } = practise({ repeats });
    player.playSegment();
    until('turn');
    expect(heard()).toEqual(Array(repeats).fill('1000-3000'));
    expect(player.getSnapshot().round).toBe(repeats);
  });

  it('counts the rounds', () => {
    const { player, clock } = practise({ repeats: 3 });
    player.playSegment();
    expect(player.getSnapshot().round).toBe(1);
    clock.advance(2500);
    expect(player.getSnapshot().round).toBe(2);
    clock.advance(2000);
    expect(player.getSnapshot().round).toBe(3);
  });

  it('restarts the count with each Play Segment and each selection', () => {
    const { player, clock, until } = practise({ repeats: 2 });
    player.playSegment();
    clock.advance(2500);
    player.playSegment();
    expect(player.getSnapshot().round).toBe(1);
    clock.advance(2500);
    player.next();
    expect(player.getSnapshot().round).toBe(1);
    until('turn');
    expect(player.getSnapshot().round).toBe(2);
  });

  it('applies a new number while a segment plays', () => {
    const { player, clock, until, heard } = practise({ repeats: 10 });
    player.playSegment();
    clock.advance(2500);
    player.setSettings(settings({ repeats: 2 }));
    until('turn');
    expect(heard()).toEqual(['1000-3000', '1000-3000']);
  });

  it('endless repeats continue until a stop, which starts the turn', () => {
    const { player, clock, phase, heard } = practise({ repeats: 0 });
    player.playSegment();
    clock.advance(21_000);
    expect(player.getSnapshot().round).toBeGreaterThan(10);
    expect(phase()).not.toBe('turn');
    player.stop();
    expect(phase()).toBe('turn');
    heard();
    clock.advance(20_000);
    expect(heard()).toEqual([]);
  });

  it('endless repeats leave the turn to the learner, even if it would end automatically', () => {
    const { player, clock, phase } = practise({ repeats: 0, turn: 'auto', turn_length: 1 });
    player.playSegment();
    clock.advance(5000);
    player.stop();
    clock.advance(60_000);
    expect(phase()).toBe('turn');
    expect(player.getSnapshot().index).toBe(0);
  });
});

describe('a turn that ends automatically', () => {
  it.each([
    [0.5, 1000],
    [1, 2000],
    [3, 6000],
  ])('lasts %f times the segment, then the next one follows with its transition', (turn_length, turnMs) => {
    const { player, clock, phase, until, heard } = practise({ turn: 'auto', turn_length });
    player.playSegment();
    until('turn');
    clock.advance(turnMs - 10);
    expect(phase()).toBe('turn');
    clock.advance(10);
    expect(player.getSnapshot()).toMatchObject({ index: 1, phase: { name: 'transition' } });
    clock.advance(1980);
    expect(phase()).toBe('transition');
    until('turn');
    expect(heard()).toEqual(['1000-3000', '5000-6500']);
  });

  it('reports when it ends', () => {
    const { player, clock, until } = practise({ turn: 'auto', turn_length: 2 });
    player.playSegment();
    until('turn');
    const { phase } = player.getSnapshot();
    if (phase.name !== 'turn' || phase.until === null) throw new Error('No turn that ends');
    expect(phase.until - phase.since).toBe(4000);
    expect(clock.now() - phase.since).toBeLessThanOrEqual(5);
  });

  it('doesn’t end at the last segment', () => {
    const { player, clock, phase, until } = practise({ turn: 'auto', index: 2 });
    player.playSegment();
    until('turn');
    clock.advance(600_000);
    expect(phase()).toBe('turn');
    expect(player.getSnapshot()).toMatchObject({ index: 2, phase: { until: null } });
  });

  it('plays through the whole list without user input', () => {
    const { player, clock, heard } = practise({ turn: 'auto', turn_length: 0.5, repeats: 2 });
    player.playSegment();
    clock.advance(60_000);
    expect(heard()).toEqual([
      '1000-3000',
      '1000-3000',
      '5000-6500',
      '5000-6500',
      '10000-14000',
      '10000-14000',
    ]);
  });

  it('waits for the learner after a stop', () => {
    const { player, clock, phase, until } = practise({ turn: 'auto' });
    player.playSegment();
    until('turn');
    player.stop();
    clock.advance(60_000);
    expect(phase()).toBe('turn');
    expect(player.getSnapshot().index).toBe(0);
  });

  it('continues once that is chosen during the turn, counted from the turn’s start', () => {
    const { player, clock, phase, until } = practise();
    player.playSegment();
    until('turn');
    clock.advance(1500);
    player.setSettings(settings({ turn: 'auto', turn_length: 1 }));
    clock.advance(490);
    expect(phase()).toBe('turn');
    clock.advance(10);
    expect(phase()).toBe('transition');
  });

  it('waits once that is chosen during the turn', () => {
    const { player, clock, phase, until } = practise({ turn: 'auto' });
    player.playSegment();
    until('turn');
    player.setSettings(settings({ turn: 'wait' }));
    clock.advance(60_000);
    expect(phase()).toBe('turn');
  });

  it('isn’t restarted by an unrelated setting', () => {
    const { player, clock, until } = practise({ turn: 'auto' });
    player.playSegment();
    until('turn');
    player.stop();
    player.setSettings(settings({ turn: 'auto', padding_after: 200 }));
    clock.advance(60_000);
    expect(player.getSnapshot()).toMatchObject({ index: 0, phase: { name: 'turn', until: null } });
  });
});

describe('padding', () => {
  it('extends the segment on both sides', () => {
    const { player, until, heard } = practise({ padding_before: 400, padding_after: 1000 });
    player.playSegment();
    until('turn');
    expect(heard()).toEqual(['600-4000']);
  });

  it('never plays a neighbour', () => {
    const segments = [
      { start: 1000, end: 3000 },
      { start: 3200, end: 5000 },
      { start: 5100, end: 6000 },
    ];
    const { player, until, heard } = practise({
      segments,
      index: 1,
      padding_before: 1000,
      padding_after: 1000,
    });
    player.playSegment();
    until('turn');
    expect(heard()).toEqual(['3000-5100']);
  });

  it('extends into the neighbours if that is allowed', () => {
    const segments = [
      { start: 1000, end: 3000 },
      { start: 3200, end: 5000 },
    ];
    const { player, until, heard } = practise({
      segments,
      index: 1,
      padding_before: 1000,
      padding_overlaps: true,
    });
    player.playSegment();
    until('turn');
    expect(heard()).toEqual(['2200-5000']);
  });

  it('shortens the segment when it is negative', () => {
    const { player, until, heard } = practise({ padding_before: -500, padding_after: -300 });
    player.playSegment();
    until('turn');
    expect(heard()).toEqual(['1500-2700']);
  });

  it('a change of the padding after the segment applies while it plays', () => {
    const { player, clock, until, heard } = practise();
    player.playSegment();
    clock.advance(1900);
    player.setSettings(settings({ padding_after: 700 }));
    until('turn');
    expect(heard()).toEqual(['1000-3700']);
  });

  it('shortening the padding below the current position ends the segment', () => {
    const { player, clock, phase, heard } = practise({ padding_after: 1000 });
    player.playSegment();
    clock.advance(2500);
    player.setSettings(settings({ padding_after: 0 }));
    expect(phase()).toBe('turn');
    clock.advance(1000);
    expect(heard()).toEqual(['1000-3500']);
  });

  it('a change of the padding before the segment applies at the next start', () => {
    const { player, clock, until, heard } = practise({ behaviour: { seekLatency: 300 } });
    player.playSegment();
    clock.advance(100);
    player.setSettings(settings({ padding_before: 1000 }));
    until('turn');
    expect(heard()).toEqual(['1000-3000']);
    player.playSegment();
    until('turn');
    expect(heard()).toEqual(['0-3000']);
  });
});

describe('speed', () => {
  it.each([0.5, 0.75, 1.25, 1.5])('stops at the end at %f times the speed', (speed) => {
    const { player, clock, media, phase } = practise({ speed });
    player.playSegment();
    clock.advance(2000 / speed - 5);
    expect(phase()).toBe('playing');
    clock.advance(5 + 2);
    expect(phase()).toBe('turn');
    expect(media.position() - 3000).toBeGreaterThanOrEqual(0);
    expect(media.position() - 3000).toBeLessThan(2);
  });

  it.each([
    [1, 0.5],
    [0.5, 1.5],
  ])('changes from %f to %f mid-segment, and stops at the end', (speed, next) => {
    const { player, clock, media, until, heard } = practise({ speed });
    player.playSegment();
    clock.advance(900);
    player.setSettings(settings({ speed: next }));
    until('turn');
    expect(media.orders.filter((order) => order.startsWith('rate'))).toEqual([
      `rate ${speed}`,
      `rate ${next}`,
    ]);
    // A millisecond of the timer is 1.5 of the medium.
    expect(heard()).toEqual([expect.stringMatching(/^1000-300[01]$/)]);
    expect(player.getSnapshot().rate).toBe(next);
  });

  it('stops in time when it rises just before the end', () => {
    const { player, clock, media, until } = practise({ speed: 0.5 });
    player.playSegment();
    clock.advance(3900);
    player.setSettings(settings({ speed: 1.5 }));
    until('turn');
    expect(media.position() - 3000).toBeLessThan(2);
  });

  it('uses the rate that the medium actually took', () => {
    const { player, media, until } = practise({ speed: 0.9, behaviour: { rates: [0.5, 0.75, 1] } });
    expect(player.getSnapshot().rate).toBe(0.75);
    player.playSegment();
    until('turn');
    expect(media.position() - 3000).toBeLessThan(2);
  });
});
