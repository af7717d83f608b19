import { describe, expect, it } from 'vitest';
import { createSettings, startPractice, startTurn } from './testing/start-practice.ts';

describe('repeats', () => {
  it.each([1, 2, 10])('play a segment %i times before the turn', (repeats) => {
    const { player, takePlayed } = startTurn({ repeats });
    expect(takePlayed()).toEqual(Array(repeats).fill('1000-3000'));
    expect(player.getSnapshot().round).toBe(repeats);
  });

  it('are counted as rounds', () => {
    const { player, clock } = startPractice({ repeats: 3 });
    player.playSegment();
    expect(player.getSnapshot().round).toBe(1);
    clock.advance(2500);
    expect(player.getSnapshot().round).toBe(2);
    clock.advance(2000);
    expect(player.getSnapshot().round).toBe(3);
  });

  it('restart with each Play Segment and each selection', () => {
    const { player, clock, advanceUntil } = startPractice({ repeats: 2 });
    player.playSegment();
    clock.advance(2500);
    player.playSegment();
    expect(player.getSnapshot().round).toBe(1);
    clock.advance(2500);
    player.next();
    expect(player.getSnapshot().round).toBe(1);
    advanceUntil('turn');
    expect(player.getSnapshot().round).toBe(2);
  });

  it('apply a new number while a segment plays', () => {
    const { player, clock, advanceUntil, takePlayed } = startPractice({ repeats: 10 });
    player.playSegment();
    clock.advance(2500);
    player.setSettings(createSettings({ repeats: 2 }));
    advanceUntil('turn');
    expect(takePlayed()).toEqual(['1000-3000', '1000-3000']);
  });

  it('without a limit continue until a stop, which starts the turn', () => {
    const { player, clock, phase, takePlayed } = startPractice({ repeats: 0 });
    player.playSegment();
    clock.advance(21_000);
    expect(player.getSnapshot().round).toBeGreaterThan(10);
    expect(phase()).not.toBe('turn');
    player.stop();
    expect(phase()).toBe('turn');
    takePlayed();
    clock.advance(20_000);
    expect(takePlayed()).toEqual([]);
  });

  it('without a limit disable the automatic end of turns', () => {
    const { player, clock, phase } = startPractice({ repeats: 0, turn: 'auto', turn_length: 1 });
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
  ])('lasts %f times its segment, then the transition to the next one follows', (turn_length, turnMs) => {
    const { player, clock, phase, advanceUntil, takePlayed } = startTurn({ turn: 'auto', turn_length });
    clock.advance(turnMs - 10);
    expect(phase()).toBe('turn');
    clock.advance(10);
    expect(player.getSnapshot()).toMatchObject({ index: 1, phase: { name: 'transition' } });
    clock.advance(1980);
    expect(phase()).toBe('transition');
    advanceUntil('turn');
    expect(takePlayed()).toEqual(['1000-3000', '5000-6500']);
  });

  it('reports when it ends', () => {
    const { player, clock } = startTurn({ turn: 'auto', turn_length: 2 });
    const { phase } = player.getSnapshot();
    if (phase.name !== 'turn' || phase.until === null) throw new Error('No turn that ends');
    expect(phase.until - phase.since).toBe(4000);
    expect(clock.now() - phase.since).toBeLessThanOrEqual(5);
  });

  it('doesn’t end after the last segment', () => {
    const { player, clock, phase } = startTurn({ turn: 'auto', index: 2 });
    clock.advance(600_000);
    expect(phase()).toBe('turn');
    expect(player.getSnapshot()).toMatchObject({ index: 2, phase: { until: null } });
  });

  it('plays through the whole list without user input', () => {
    const { player, clock, takePlayed } = startPractice({ turn: 'auto', turn_length: 0.5, repeats: 2 });
    player.playSegment();
    clock.advance(60_000);
    expect(takePlayed()).toEqual([
      '1000-3000',
      '1000-3000',
      '5000-6500',
      '5000-6500',
      '10000-14000',
      '10000-14000',
    ]);
  });

  it('waits for the learner after a stop', () => {
    const { player, clock, phase } = startTurn({ turn: 'auto' });
    player.stop();
    clock.advance(60_000);
    expect(phase()).toBe('turn');
    expect(player.getSnapshot().index).toBe(0);
  });

  it('ends in time if it is set during the turn', () => {
    const { player, clock, phase } = startTurn();
    clock.advance(1500);
    player.setSettings(createSettings({ turn: 'auto', turn_length: 1 }));
    clock.advance(490);
    expect(phase()).toBe('turn');
    clock.advance(10);
    expect(phase()).toBe('transition');
  });

  it('waits for the learner if it is set after that time, as when recording fails', () => {
    const { player, clock } = startTurn();
    clock.advance(10_000);
    player.setSettings(createSettings({ turn: 'auto', turn_length: 1 }));
    clock.advance(60_000);
    expect(player.getSnapshot()).toMatchObject({ index: 0, phase: { name: 'turn', until: null } });
  });

  it('waits for the learner if that is set during the turn', () => {
    const { player, clock, phase } = startTurn({ turn: 'auto' });
    player.setSettings(createSettings({ turn: 'wait' }));
    clock.advance(60_000);
    expect(phase()).toBe('turn');
  });

  it('isn’t restarted by a change of other settings', () => {
    const { player, clock } = startTurn({ turn: 'auto' });
    player.stop();
    player.setSettings(createSettings({ turn: 'auto', padding_after: 200 }));
    clock.advance(60_000);
    expect(player.getSnapshot()).toMatchObject({ index: 0, phase: { name: 'turn', until: null } });
  });
});

describe('padding', () => {
  it('extends the segment on both sides', () => {
    const { takePlayed } = startTurn({ padding_before: 400, padding_after: 1000 });
    expect(takePlayed()).toEqual(['600-4000']);
  });

  it('stops at the neighbours', () => {
    const segments = [
      { start: 1000, end: 3000 },
      { start: 3200, end: 5000 },
      { start: 5100, end: 6000 },
    ];
    const { takePlayed } = startTurn({
      segments,
      index: 1,
      padding_before: 1000,
      padding_after: 1000,
    });
    expect(takePlayed()).toEqual(['3000-5100']);
  });

  it('extends into the neighbours if overlaps are allowed', () => {
    const segments = [
      { start: 1000, end: 3000 },
      { start: 3200, end: 5000 },
    ];
    const { takePlayed } = startTurn({
      segments,
      index: 1,
      padding_before: 1000,
      padding_overlaps: true,
    });
    expect(takePlayed()).toEqual(['2200-5000']);
  });

  it('shortens the segment when it is negative', () => {
    const { takePlayed } = startTurn({ padding_before: -500, padding_after: -300 });
    expect(takePlayed()).toEqual(['1500-2700']);
  });

  it('applies a change after the segment while it plays', () => {
    const { player, clock, advanceUntil, takePlayed } = startPractice();
    player.playSegment();
    clock.advance(1900);
    player.setSettings(createSettings({ padding_after: 700 }));
    advanceUntil('turn');
    expect(takePlayed()).toEqual(['1000-3700']);
  });

  it('ends the segment when its end moves before the current position', () => {
    const { player, clock, phase, takePlayed } = startPractice({ padding_after: 1000 });
    player.playSegment();
    clock.advance(2500);
    player.setSettings(createSettings({ padding_after: 0 }));
    expect(phase()).toBe('turn');
    clock.advance(1000);
    expect(takePlayed()).toEqual(['1000-3500']);
  });

  it('applies a change before the segment at its next start', () => {
    const { player, clock, advanceUntil, takePlayed, playToTurn } = startPractice({
      behaviour: { seekLatency: 300 },
    });
    player.playSegment();
    clock.advance(100);
    player.setSettings(createSettings({ padding_before: 1000 }));
    advanceUntil('turn');
    expect(takePlayed()).toEqual(['1000-3000']);
    playToTurn();
    expect(takePlayed()).toEqual(['0-3000']);
  });
});

describe('speed', () => {
  it.each([0.5, 0.75, 1.25, 1.5])('%f stops at the segment’s end', (speed) => {
    const { player, clock, media, phase } = startPractice({ speed });
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
  ])('changes from %f to %f during a segment, which stops at its end', (speed, next) => {
    const { player, clock, media, advanceUntil, takePlayed } = startPractice({ speed });
    player.playSegment();
    clock.advance(900);
    player.setSettings(createSettings({ speed: next }));
    advanceUntil('turn');
    expect(media.calls.filter((call) => call.startsWith('rate'))).toEqual([`rate ${speed}`, `rate ${next}`]);
    // A millisecond of the timer is 1.5 of the medium.
    expect(takePlayed()).toEqual([expect.stringMatching(/^1000-300[01]$/)]);
    expect(player.getSnapshot().rate).toBe(next);
  });

  it('increased just before the end stops in time', () => {
    const { player, clock, media, advanceUntil } = startPractice({ speed: 0.5 });
    player.playSegment();
    clock.advance(3900);
    player.setSettings(createSettings({ speed: 1.5 }));
    advanceUntil('turn');
    expect(media.position() - 3000).toBeLessThan(2);
  });

  it('follows the medium’s actual rate', () => {
    const { player, media, playToTurn } = startPractice({
      speed: 0.9,
      behaviour: { rates: [0.5, 0.75, 1] },
    });
    expect(player.getSnapshot().rate).toBe(0.75);
    playToTurn();
    expect(media.position() - 3000).toBeLessThan(2);
  });
});
