import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSettings, SEGMENTS, startPractice, startTurn } from './testing/start-practice.ts';

describe('the pause before another segment', () => {
  it.each([500, 2000, 5000])('is %i ms long', (line_pause) => {
    const { player, clock, phase } = startPractice({ line_pause });
    player.next();
    clock.advance(line_pause - 1);
    expect(phase()).toBe('transition');
    clock.advance(1);
    expect(phase()).toBe('playing');
  });

  it('can be disabled', () => {
    const { player, phase, advanceUntil, takePlayed } = startPractice({ line_pause: 0 });
    player.next();
    expect(phase()).toBe('playing');
    advanceUntil('turn');
    expect(takePlayed()).toEqual(['5000-6500']);
  });

  it('of 0 ms stops the playing segment at once', () => {
    const { player, clock, media, advanceUntil, takePlayed } = startPractice({
      line_pause: 0,
      behaviour: { seekLatency: 300 },
    });
    player.playSegment();
    clock.advance(1000);
    takePlayed();
    media.calls.length = 0;
    player.select(2);
    expect(media.calls).toEqual(['pause', 'seek 10000']);
    advanceUntil('turn');
    expect(takePlayed().at(-1)).toBe('10000-14000');
  });
});

describe('speeds of the repeats', () => {
  const findRates = (calls: string[]) => calls.filter((call) => call.startsWith('rate'));

  it('apply one after the other, then the usual speed', () => {
    const { media, takePlayed } = startTurn({
      speed_ladder: [0.5, 0.75],
      repeats: 4,
    });
    expect(findRates(media.calls)).toEqual(['rate 0.5', 'rate 0.75', 'rate 1']);
    expect(takePlayed()).toEqual(Array(4).fill('1000-3000'));
  });

  it('restart with each segment', () => {
    const { player, media, advanceUntil } = startTurn({ speed_ladder: [0.75], repeats: 2 });
    media.calls.length = 0;
    player.next();
    advanceUntil('turn');
    expect(findRates(media.calls)).toEqual(['rate 0.75', 'rate 1']);
  });

  it('apply when they are set during a round', () => {
    const { player, clock, media } = startPractice({ repeats: 2 });
    player.playSegment();
    clock.advance(500);
    player.setSettings(createSettings({ repeats: 2, speed_ladder: [0.5] }));
    expect(media.rate()).toBe(0.5);
    player.setSettings(createSettings({ repeats: 2, speed_ladder: [] }));
    expect(media.rate()).toBe(1);
  });

  it('don’t set the current rate again', () => {
    const { media } = startTurn({ speed_ladder: [1], repeats: 3 });
    expect(findRates(media.calls)).toEqual(['rate 1']);
  });

  it('have no effect while listening through', () => {
    const { player, clock, media } = startPractice({ speed_ladder: [0.5], listen_through: true });
    player.playSegment();
    clock.advance(100);
    expect(media.rate()).toBe(1);
  });
});

describe('listening through', () => {
  const LISTEN_THROUGH = { listen_through: true } as const;

  it('plays from the segment to the last without stopping, including the gaps', () => {
    const { player, clock, media, takePlayed, phase } = startPractice(LISTEN_THROUGH);
    player.playSegment();
    clock.advance(20_000);
    expect(takePlayed()).toEqual(['1000-14000']);
    expect(media.calls.filter((call) => call === 'pause')).toHaveLength(1);
    expect(phase()).toBe('ready');
    expect(player.getSnapshot().phase).toEqual({ name: 'ready', isOver: true });
    expect(player.getSnapshot().index).toBe(2);
  });

  it('moves to the next segment when it starts', () => {
    const { player, clock } = startPractice(LISTEN_THROUGH);
    player.playSegment();
    clock.advance(3990);
    expect(player.getSnapshot().index).toBe(0);
    clock.advance(20);
    expect(player.getSnapshot().index).toBe(1);
    expect(player.getSnapshot().phase.name).toBe('playing');
  });

  it('ignores the settings for repeats and turns', () => {
    const { player, clock, takePlayed } = startPractice({ ...LISTEN_THROUGH, repeats: 0, turn: 'auto' });
    player.playSegment();
    clock.advance(20_000);
    expect(takePlayed()).toEqual(['1000-14000']);
  });

  it('can be stopped, and resumes at the same segment', () => {
    const { player, clock, takePlayed, phase } = startPractice({ ...LISTEN_THROUGH, repeats: 0 });
    player.playSegment();
    clock.advance(5000);
    player.stop();
    expect(phase()).toBe('ready');
    takePlayed();
    player.playSegment();
    clock.advance(20_000);
    expect(takePlayed()).toEqual(['5000-14000']);
  });

  it('seeks if the next segment is behind', () => {
    const segments = [
      { start: 5000, end: 6000 },
      { start: 1000, end: 2000 },
    ];
    const { player, clock, takePlayed } = startPractice({ ...LISTEN_THROUGH, segments });
    player.playSegment();
    clock.advance(10_000);
    expect(takePlayed()).toEqual(['5000-6000', '1000-2000']);
  });

  it('ends with the medium if the segments are longer', () => {
    const { player, clock, phase } = startPractice({ ...LISTEN_THROUGH, behaviour: { duration: 6000 } });
    player.playSegment();
    clock.advance(10_000);
    expect(phase()).toBe('ready');
    expect(player.getSnapshot().index).toBe(1);
  });

  it('can be toggled while a segment plays', () => {
    const { player, clock, advanceUntil, phase } = startPractice();
    player.playSegment();
    clock.advance(1000);
    player.setSettings(createSettings(LISTEN_THROUGH));
    clock.advance(2500);
    expect(phase()).toBe('playing');
    player.setSettings(createSettings());
    advanceUntil('turn');
    expect(player.getSnapshot().index).toBe(0);
  });

  it('continues after waiting for data', () => {
    const { player, clock, takePlayed } = startPractice({
      ...LISTEN_THROUGH,
      behaviour: { stalls: [{ at: 4000, durationMs: 3000 }] },
    });
    player.playSegment();
    clock.advance(30_000);
    expect(takePlayed()).toEqual(['1000-14000']);
  });

  const anyList = fc
    .array(fc.tuple(fc.nat(3000), fc.integer({ min: 100, max: 3000 })), { minLength: 1, maxLength: 8 })
    .map((rows) => {
      let end = 1000;
      return rows.map(([gap, length]) => {
        const start = end + gap;
        end = start + length;
        return { start, end };
      });
    });

  it('plays any list in order, once, and stops within a millisecond after its end', () => {
    fc.assert(
      fc.property(anyList, fc.integer({ min: 0, max: 300 }), (segments, seekLatency) => {
        const { player, clock, media } = startPractice({
          ...LISTEN_THROUGH,
          segments,
          behaviour: { seekLatency },
        });
        player.playSegment();
        clock.advance(120_000);
        expect(media.played).toHaveLength(1);
        expect(media.played[0]?.from).toBe(segments[0]?.start);
        const overshoot = (media.played[0]?.to ?? 0) - (segments.at(-1)?.end ?? 0);
        expect(overshoot).toBeGreaterThanOrEqual(0);
        expect(overshoot).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('delayed audio', () => {
  it('extends playback by its delay', () => {
    const { takePlayed } = startTurn({ sound_delay: 250 });
    expect(takePlayed()).toEqual(['1000-3250']);
  });

  it('extends each repeat by its delay', () => {
    const { takePlayed } = startTurn({ sound_delay: 120, repeats: 2 });
    expect(takePlayed()).toEqual(['1000-3120', '1000-3120']);
  });

  it('delays the change of the segment while listening through', () => {
    const { player, clock } = startPractice({ sound_delay: 300, listen_through: true });
    player.playSegment();
    clock.advance(4290);
    expect(player.getSnapshot().index).toBe(0);
    clock.advance(20);
    expect(player.getSnapshot().index).toBe(1);
  });
});

it('the player stops each segment at most 2 ms late and never early, with any options', () => {
  const anyOptions = fc.record({
    speed: fc.constantFrom(0.5, 0.75, 1, 1.5, 2),
    speed_ladder: fc.array(fc.constantFrom(0.5, 0.75, 1.25, 2), { maxLength: 3 }),
    repeats: fc.integer({ min: 1, max: 3 }),
    line_pause: fc.constantFrom(0, 300, 2000),
    sound_delay: fc.constantFrom(0, 80, 400),
  });
  fc.assert(
    fc.property(anyOptions, fc.nat(2), (changes, index) => {
      const { media } = startTurn({ ...changes, index });
      const { start, end } = SEGMENTS[index] ?? { start: 0, end: 0 };
      expect(media.played).toHaveLength(changes.repeats);
      for (const { from, to } of media.played) {
        expect(from).toBe(start);
        const overshoot = to - end - changes.sound_delay;
        expect(overshoot).toBeGreaterThanOrEqual(-1e-6);
        expect(overshoot).toBeLessThanOrEqual(2);
      }
    }),
  );
});

describe('the picture before playback', () => {
  it('shows the segment’s start', () => {
    const { media } = startPractice({ index: 2 });
    expect(media.calls).toEqual(['show 10000', 'rate 1']);
    expect(media.played).toEqual([]);
  });

  it('stays the video’s own thumbnail at the first segment', () => {
    expect(startPractice().media.calls).toEqual(['rate 1']);
  });

  it('isn’t loaded if playback was already requested', () => {
    const { player, media } = startPractice({ index: 1, isReady: false });
    player.playSegment();
    media.becomeReady();
    expect(media.calls).not.toContain('show 5000');
    expect(media.calls).toContain('seek 5000');
  });
});

describe('a turn before the line plays', () => {
  it('starts at once, and plays the line only on request', () => {
    const { player, phase, advanceUntil, takePlayed } = startPractice({ turn_first: true, line_pause: 0 });
    player.playSegment();
    expect(phase()).toBe('turn');
    expect(takePlayed()).toEqual([]);
    player.replay(false);
    advanceUntil('turn');
    expect(takePlayed()).toEqual(['1000-3000']);
    player.next();
    expect([phase(), player.getSnapshot().index]).toEqual(['turn', 1]);
    expect(takePlayed()).toEqual([]);
  });

  it('stops playback when another line is chosen', () => {
    const { player, clock, media, phase } = startPractice({ turn_first: true, line_pause: 0 });
    player.playSegment();
    player.replay(false);
    clock.advance(500);
    player.next();
    expect(phase()).toBe('turn');
    expect(media.isPlaying()).toBe(false);
  });
});

it('replacing the segments except the current one doesn’t interrupt playback', () => {
  const { player, clock, phase, advanceUntil, takePlayed } = startPractice();
  player.playSegment();
  clock.advance(500);
  const [first, second] = SEGMENTS;
  if (!first || !second) throw new Error('two segments');
  player.setSegments([first, { ...second, start: 5500 }], 0);
  expect(phase()).toBe('playing');
  advanceUntil('turn');
  expect(takePlayed()).toEqual(['1000-3000']);
  player.setSegments([{ ...first }, second], 0);
  expect(phase()).toBe('ready');
});

it('moving a line’s ends in its turn keeps the turn, and replays the new range', () => {
  const { player, advanceUntil, phase, takePlayed } = startTurn();
  const [, second] = SEGMENTS;
  if (!second) throw new Error('two segments');
  player.setSegments([{ start: 1500, end: 3000 }, second], 0, true);
  expect(phase()).toBe('turn');
  player.replay(false);
  // Moves again during playback.
  player.setSegments([{ start: 1600, end: 3000 }, second], 0, true);
  player.replay(false);
  advanceUntil('turn');
  expect(takePlayed().at(-1)).toBe('1600-3000');
});
