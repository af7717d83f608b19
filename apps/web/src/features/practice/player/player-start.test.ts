import { describe, expect, it } from 'vitest';
import { startPractice, startTurn } from './testing/start-practice.ts';

describe('a seek', () => {
  it('finishes before playback starts', () => {
    const { player, clock, media, phase, advanceUntil, takePlayed } = startPractice({
      behaviour: { seekLatency: 800 },
    });
    player.playSegment();
    clock.advance(799);
    expect(phase()).toBe('seeking');
    expect(media.calls).not.toContain('play');
    advanceUntil('turn');
    expect(takePlayed()).toEqual(['1000-3000']);
  });

  it('counts as done within 0.2 seconds of its target', () => {
    const { media, takePlayed } = startTurn({
      behaviour: { landing: (position) => position - 200 },
    });
    expect(media.calls.filter((call) => call === 'seek 1000')).toHaveLength(1);
    expect(takePlayed()).toEqual(['800-3000']);
  });

  it('to an earlier keyframe is retried once, then playback starts there', () => {
    const { player, clock, media, phase, advanceUntil, takePlayed } = startPractice({
      behaviour: { landing: (position) => Math.floor(position / 4000) * 4000 },
    });
    player.playSegment();
    clock.advance(1499);
    expect(media.calls.filter((call) => call === 'seek 1000')).toHaveLength(1);
    clock.advance(1);
    expect(media.calls.filter((call) => call === 'seek 1000')).toHaveLength(2);
    clock.advance(1490);
    expect(phase()).toBe('seeking');
    advanceUntil('turn');
    expect(takePlayed()).toEqual(['0-3000']);
  });

  it('isn’t retried twice if the second one reaches its target', () => {
    let seeks = 0;
    const { player, clock, advanceUntil, takePlayed } = startPractice({
      behaviour: {
        landing: (position) => {
          seeks += 1;
          return seeks === 1 ? 0 : position;
        },
      },
    });
    player.playSegment();
    clock.advance(1500);
    advanceUntil('playing');
    expect(clock.now()).toBeLessThan(1600);
    advanceUntil('turn');
    expect(takePlayed()).toEqual(['1000-3000']);
  });

  it('past the segment’s end starts the turn after a retry', () => {
    const { media } = startTurn({ behaviour: { landing: () => 20_000 } });
    expect(media.calls.filter((call) => call.startsWith('seek'))).toHaveLength(2);
  });

  it('doesn’t start playback once another segment is selected', () => {
    const { player, clock, phase, advanceUntil, takePlayed } = startPractice({
      behaviour: { seekLatency: 1000 },
    });
    player.playSegment();
    clock.advance(500);
    player.next();
    clock.advance(1000);
    expect(phase()).toBe('transition');
    advanceUntil('turn');
    expect(takePlayed()).toEqual(['5000-6500']);
  });

  it('doesn’t start playback after a stop', () => {
    const { player, clock, phase, takePlayed } = startPractice({ behaviour: { seekLatency: 1000 } });
    player.playSegment();
    clock.advance(500);
    player.stop();
    clock.advance(10_000);
    expect(phase()).toBe('ready');
    expect(takePlayed()).toEqual([]);
  });

  it('that starts the medium plays the segment once', () => {
    const { takePlayed } = startTurn({
      behaviour: { startsOnSeek: true, seekLatency: 300 },
    });
    expect(takePlayed()).toEqual(['1000-3000']);
  });

  it('that starts the medium before its target keeps waiting', () => {
    const { player, clock, media, phase, advanceUntil } = startPractice({
      behaviour: { startsOnSeek: true, landing: (position) => position - 700 },
    });
    player.playSegment();
    clock.advance(300);
    expect(phase()).toBe('seeking');
    clock.advance(300);
    expect(phase()).toBe('playing');
    advanceUntil('turn');
    expect(media.calls).not.toContain('play');
  });
});

describe('blocked playback', () => {
  it('is detected after two seconds if it isn’t reported', () => {
    const { player, clock, phase } = startPractice({ behaviour: { blocks: 'silently' } });
    player.playSegment();
    clock.advance(1990);
    expect(phase()).toBe('starting');
    clock.advance(20);
    expect(phase()).toBe('blocked');
  });

  it('is detected at once if it is reported', () => {
    const { player, clock, phase } = startPractice({ behaviour: { blocks: 'with-event' } });
    player.playSegment();
    clock.advance(10);
    expect(phase()).toBe('blocked');
  });

  it('resumes with a tap on the medium', () => {
    const { player, clock, media, phase, advanceUntil, takePlayed } = startPractice({
      behaviour: { blocks: 'silently' },
    });
    player.playSegment();
    clock.advance(8000);
    media.tapPlay();
    expect(phase()).toBe('playing');
    advanceUntil('turn');
    expect(takePlayed()).toEqual(['1000-3000']);
  });

  it('resumes from the segment’s start, without a pause, with a tap at another position', () => {
    const { player, clock, media, advanceUntil, takePlayed } = startPractice({
      behaviour: { blocks: 'silently', landing: () => 0 },
    });
    player.playSegment();
    clock.advance(10_000);
    media.behaviour.landing = (position) => position;
    media.calls.length = 0;
    media.tapPlay();
    advanceUntil('turn');
    expect(media.calls).toEqual(['seek 1000', 'pause']);
    expect(takePlayed()).toEqual(['1000-3000']);
  });

  it('can be retried with Play Segment', () => {
    const { player, clock, media, takePlayed, playToTurn } = startPractice({
      behaviour: { blocks: 'silently' },
    });
    player.playSegment();
    clock.advance(5000);
    media.behaviour.blocks = 'never';
    playToTurn();
    expect(takePlayed()).toEqual(['1000-3000']);
  });

  it('isn’t assumed for a medium that plays without an event', () => {
    const { takePlayed, media } = startTurn({
      behaviour: { reportsPlaying: false },
    });
    expect(media.calls.filter((call) => call === 'play')).toHaveLength(1);
    expect(takePlayed()).toEqual(['1000-3000']);
  });
});
