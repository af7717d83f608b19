import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { practise, SEGMENTS, settings } from './testing/practice.ts';

describe('the pause before another segment', () => {
  it.each([500, 2000, 5000])('is %i ms long', (line_pause) => {
    const { player, clock, phase } = practise({ line_pause });
    player.next();
    clock.advance(line_pause - 1);
    expect(phase()).toBe('transition');
    clock.advance(1);
    expect(phase()).toBe('playing');
  });

  it('can be disabled', () => {
    const { player, phase, until, heard } = practise({ line_pause: 0 });
    player.next();
    expect(phase()).toBe('playing');
    until('turn');
    expect(heard()).toEqual(['5000-6500']);
  });

  it('without a pause between segments, choosing another stops the playing one', () => {
    const { player, clock, media, until, heard } = practise({
      line_pause: 0,
      behaviour: { seekLatency: 300 },
    });
    player.playSegment();
    clock.advance(1000);
    heard();
    media.orders.length = 0;
    player.select(2);
    expect(media.orders).toEqual(['pause', 'seek 10000']);
    until('turn');
    expect(heard().at(-1)).toBe('10000-14000');
  });
});

describe('a ladder of speeds', () => {
  const rates = (orders: string[]) => orders.filter((order) => order.startsWith('rate'));

  it('has a speed for each repeat, and the usual one afterwards', () => {
    const { player, media, until, heard } = practise({ speed_ladder: [0.5, 0.75], repeats: 4 });
    player.playSegment();
    until('turn');
    expect(rates(media.orders)).toEqual(['rate 0.5', 'rate 0.75', 'rate 1']);
    expect(heard()).toEqual(Array(4).fill('1000-3000'));
  });

  it('restarts with each segment', () => {
    const { player, media, until } = practise({ speed_ladder: [0.75], repeats: 2 });
    player.playSegment();
    until('turn');
    media.orders.length = 0;
    player.next();
    until('turn');
    expect(rates(media.orders)).toEqual(['rate 0.75', 'rate 1']);
  });

  it('applies in the middle of a round', () => {
    const { player, clock, media } = practise({ repeats: 2 });
    player.playSegment();
    clock.advance(500);
    player.setSettings(settings({ repeats: 2, speed_ladder: [0.5] }));
    expect(media.rate()).toBe(0.5);
    player.setSettings(settings({ repeats: 2, speed_ladder: [] }));
    expect(media.rate()).toBe(1);
  });

  it('doesn’t set a rate that is already set', () => {
    const { player, media, until } = practise({ speed_ladder: [1], repeats: 3 });
    player.playSegment();
    until('turn');
    expect(rates(media.orders)).toEqual(['rate 1']);
  });

  it('has no effect while listening through', () => {
    const { player, clock, media } = practise({ speed_ladder: [0.5], listen_through: true });
    player.playSegment();
    clock.advance(100);
    expect(media.rate()).toBe(1);
  });
});

describe('listening through', () => {
  const lastPosition = { listen_through: true } as const;

  it('plays from the segment to the last without stopping, including the gaps', () => {
    const { player, clock, media, heard, phase } = practise(lastPosition);
    player.playSegment();
    clock.advance(20_000);
    expect(heard()).toEqual(['1000-14000']);
    expect(media.orders.filter((order) => order === 'pause')).toHaveLength(1);
    expect(phase()).toBe('ready');
    expect(player.getSnapshot().phase).toEqual({ name: 'ready', isOver: true });
    expect(player.getSnapshot().index).toBe(2);
  });

  it('changes the segment when the next one starts', () => {
    const { player, clock } = practise(lastPosition);
    player.playSegment();
    clock.advance(3990);
    expect(player.getSnapshot().index).toBe(0);
    clock.advance(20);
    expect(player.getSnapshot().index).toBe(1);
    expect(player.getSnapshot().phase.name).toBe('playing');
  });

  it('has neither repeats nor turns', () => {
    const { player, clock, heard } = practise({ ...lastPosition, repeats: 0, turn: 'auto' });
    player.playSegment();
    clock.advance(20_000);
    expect(heard()).toEqual(['1000-14000']);
  });

  it('can be stopped, and resumes at the same segment', () => {
    const { player, clock, heard, phase } = practise({ ...lastPosition, repeats: 0 });
    player.playSegment();
    clock.advance(5000);
    player.stop();
    expect(phase()).toBe('ready');
    heard();
    player.playSegment();
    clock.advance(20_000);
    expect(heard()).toEqual(['5000-14000']);
  });

  it('seeks if the next segment is behind', () => {
    const segments = [
      { start: 5000, end: 6000 },
      { start: 1000, end: 2000 },
    ];
    const { player, clock, heard } = practise({ ...lastPosition, segments });
    player.playSegment();
    clock.advance(10_000);
    expect(heard()).toEqual(['5000-6000', '1000-2000']);
  });

  it('ends with the medium if segments run past it', () => {
    const { player, clock, phase } = practise({ ...lastPosition, behaviour: { duration: 6000 } });
    player.playSegment();
    clock.advance(10_000);
    expect(phase()).toBe('ready');
    expect(player.getSnapshot().index).toBe(1);
  });

  it('can be toggled while a segment plays', () => {
    const { player, clock, until, phase } = practise();
    player.playSegment();
    clock.advance(1000);
    player.setSettings(settings(lastPosition));
    clock.advance(2500);
    expect(phase()).toBe('playing');
    player.setSettings(settings());
    until('turn');
    expect(player.getSnapshot().index).toBe(0);
  });

  it('waits for data midway', () => {
    const { player, clock, heard } = practise({
      ...lastPosition,
      behaviour: { stalls: [{ at: 4000, durationMs: 3000 }] },
    });
    player.playSegment();
    clock.advance(30_000);
    expect(heard()).toEqual(['1000-14000']);
  });

  const lists = fc
    .array(fc.tuple(fc.nat(3000), fc.integer({ min: 100, max: 3000 })), { minLength: 1, maxLength: 8 })
    .map((rows) => {
      let at = 1000;
      return rows.map(([gap, length]) => {
        const start = at + gap;
        at = start + length;
        return { start, end: at };
      });
    });

  it('plays every list in order, once, and stops at its end to the millisecond', () => {
    fc.assert(
      fc.property(lists, fc.integer({ min: 0, max: 300 }), (segments, seekLatency) => {
        const { player, clock, media } = practise({ ...lastPosition, segments, behaviour: { seekLatency } });
        player.playSegment();
        clock.advance(120_000);
        expect(media.heard).toHaveLength(1);
        expect(media.heard[0]?.from).toBe(segments[0]?.start);
        const late = (media.heard[0]?.to ?? 0) - (segments.at(-1)?.end ?? 0);
        expect(late).toBeGreaterThanOrEqual(0);
        expect(late).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('delayed audio', () => {
  it('extends playback by its delay, whatever follows', () => {
    const { player, until, heard } = practise({ sound_delay: 250 });
    player.playSegment();
    until('turn');
    expect(heard()).toEqual(['1000-3250']);
  });

  it('extends each repeat by its delay', () => {
    const { player, until, heard } = practise({ sound_delay: 120, repeats: 2 });
    player.playSegment();
    until('turn');
    expect(heard()).toEqual(['1000-3120', '1000-3120']);
  });

  it('delays the text while listening through', () => {
    const { player, clock } = practise({ sound_delay: 300, listen_through: true });
    player.playSegment();
    clock.advance(4290);
    expect(player.getSnapshot().index).toBe(0);
    clock.advance(20);
    expect(player.getSnapshot().index).toBe(1);
  });
});

it('the player never stops a segment early, with any options', () => {
  const options = fc.record({
    speed: fc.constantFrom(0.5, 0.75, 1, 1.5, 2),
    speed_ladder: fc.array(fc.constantFrom(0.5, 0.75, 1.25, 2), { maxLength: 3 }),
    repeats: fc.integer({ min: 1, max: 3 }),
    line_pause: fc.constantFrom(0, 300, 2000),
    sound_delay: fc.constantFrom(0, 80, 400),
  });
  fc.assert(
    fc.property(options, fc.nat(2), (changes, index) => {
      const { player, media, until } = practise({ ...changes, index });
      player.playSegment();
      until('turn');
      const { start, end } = SEGMENTS[index] ?? { start: 0, end: 0 };
      expect(media.heard).toHaveLength(changes.repeats);
      for (const { from, to } of media.heard) {
        expect(from).toBe(start);
        const late = to - end - changes.sound_delay;
        expect(late).toBeGreaterThanOrEqual(-1e-6);
        expect(late).toBeLessThanOrEqual(2);
      }
    }),
  );
});

describe('the picture shown before resuming', () => {
  it('is that of the segment’s start', () => {
    const { media } = practise({ index: 2 });
    expect(media.orders).toEqual(['show 10000', 'rate 1']);
    expect(media.heard).toEqual([]);
  });

  it('is the video’s own thumbnail at the first segment', () => {
    expect(practise().media.orders).toEqual(['rate 1']);
  });

  it('isn’t loaded if playback was already requested', () => {
    const { player, media } = practise({ index: 1, ready: false });
    player.playSegment();
    media.becomeReady();
    expect(media.orders).not.toContain('show 5000');
    expect(media.orders).toContain('seek 5000');
  });
});

describe('a turn before the line is heard', () => {
  it('starts at once, and plays the line only on request', () => {
    const { player, phase, until, heard } = practise({ turn_first: true, line_pause: 0 });
    player.playSegment();
    expect(phase()).toBe('turn');
    expect(heard()).toEqual([]);
    player.replay(false);
    until('turn');
    expect(heard()).toEqual(['1000-3000']);
    player.next();
    expect([phase(), player.getSnapshot().index]).toEqual(['turn', 1]);
    expect(heard()).toEqual([]);
  });

  it('stops playback when another line is chosen', () => {
    const { player, clock, media, phase } = practise({ turn_first: true, line_pause: 0 });
    player.playSegment();
    player.replay(false);
    clock.advance(500);
    player.next();
    expect(phase()).toBe('turn');
    expect(media.isPlaying()).toBe(false);
  });
});

it('another list with the same line continues with it', () => {
  const { player, clock, phase, until, heard } = practise();
  player.playSegment();
  clock.advance(500);
  const [first, second] = SEGMENTS;
  if (!first || !second) throw new Error('two segments');
  player.setSegments([first, { ...second, start: 5500 }], 0);
  expect(phase()).toBe('playing');
  until('turn');
  expect(heard()).toEqual(['1000-3000']);
  player.setSegments([{ ...first }, second], 0);
  expect(phase()).toBe('ready');
});

it('a line whose ends move in its turn stays in it, and plays its new range', () => {
  const { player, until, phase, heard } = practise();
  player.playSegment();
  until('turn');
  const [, second] = SEGMENTS;
  if (!second) throw new Error('two segments');
  player.setSegments([{ start: 1500, end: 3000 }, second], 0, true);
  expect(phase()).toBe('turn');
  player.replay(false);
  // Another press during playback.
  player.setSegments([{ start: 1600, end: 3000 }, second], 0, true);
  player.replay(false);
  until('turn');
  expect(heard().at(-1)).toBe('1600-3000');
});
