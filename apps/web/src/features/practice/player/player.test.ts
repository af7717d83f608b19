import { describe, expect, it } from 'vitest';
import { createSettings, startPractice, startTurn } from './testing/start-practice.ts';

describe('a new player', () => {
  it('plays nothing before Play Segment is pressed', () => {
    const { clock, media, phase } = startPractice();
    clock.advance(60_000);
    expect(phase()).toBe('ready');
    expect(media.calls).toEqual(['rate 1']);
    expect(media.played).toEqual([]);
  });

  it('starts with the segment at the initial index', () => {
    const { takePlayed } = startTurn({ index: 2 });
    expect(takePlayed()).toEqual(['10000-14000']);
  });

  it('starts with the first segment if the initial index is out of range', () => {
    expect(startPractice({ index: 99 }).player.getSnapshot().index).toBe(0);
  });

  it('plays the first segment without a delay', () => {
    const { player, clock, phase } = startPractice();
    player.playSegment();
    clock.advance(50);
    expect(phase()).toBe('playing');
  });

  it('plays once the medium is ready if Play Segment was pressed before', () => {
    const { player, clock, media, phase, advanceUntil, takePlayed } = startPractice({ isReady: false });
    player.playSegment();
    clock.advance(20_000);
    expect(phase()).toBe('loading');
    media.becomeReady();
    advanceUntil('turn');
    expect(takePlayed()).toEqual(['1000-3000']);
  });

  it('only changes the segment while the medium loads', () => {
    const { player, media, clock, phase } = startPractice({ isReady: false });
    player.next();
    media.becomeReady();
    clock.advance(10_000);
    expect(phase()).toBe('ready');
    expect(player.getSnapshot().index).toBe(1);
  });

  it('doesn’t play after a stop while the medium loads', () => {
    const { player, media, clock, phase } = startPractice({ isReady: false });
    player.playSegment();
    player.stop();
    media.becomeReady();
    clock.advance(10_000);
    expect(phase()).toBe('ready');
  });

  it('reports the duration once it is ready', () => {
    const { player, media } = startPractice({ isReady: false });
    expect(player.getSnapshot().duration).toBe(0);
    media.becomeReady();
    expect(player.getSnapshot().duration).toBe(60_000);
  });
});

describe('Play Segment', () => {
  it('seeks, plays, pauses at the end, and starts the turn', () => {
    const { media, takePlayed } = startTurn();
    expect(media.calls).toEqual(['rate 1', 'seek 1000', 'play', 'pause']);
    expect(takePlayed()).toEqual(['1000-3000']);
  });

  it('plays again without a delay after the turn', () => {
    const { player, clock, advanceUntil, phase, takePlayed } = startTurn();
    player.playSegment();
    clock.advance(50);
    expect(phase()).toBe('playing');
    advanceUntil('turn');
    expect(takePlayed()).toEqual(['1000-3000', '1000-3000']);
  });

  it('starts over while it plays', () => {
    const { player, clock, takePlayed, playToTurn } = startPractice();
    player.playSegment();
    clock.advance(1000);
    playToTurn();
    expect(takePlayed()).toEqual(['1000-2000', '1000-3000']);
  });

  it('leaves the turn to the learner', () => {
    const { clock, phase, takePlayed } = startTurn();
    clock.advance(600_000);
    expect(phase()).toBe('turn');
    expect(takePlayed()).toEqual(['1000-3000']);
    expect(clock.countPending()).toBe(0);
  });
});

describe('a user gesture', () => {
  it('unlocks the medium, because playback starts later', () => {
    const { player, clock, media } = startPractice({ index: 1 });
    const gestures = [
      player.playSegment,
      player.next,
      player.previous,
      () => player.select(2),
      () => player.jumpTo(0),
    ];
    for (const [index, gesture] of gestures.entries()) {
      gesture();
      expect(media.unlocks()).toBe(index + 1);
    }
    clock.advance(10_000);
    player.stop();
    player.setSettings(createSettings());
    expect(media.unlocks()).toBe(gestures.length);
  });
});

describe('a stop', () => {
  it('ends playback, and the segment then plays from its start', () => {
    const { player, clock, phase, takePlayed, playToTurn } = startPractice();
    player.playSegment();
    clock.advance(800);
    player.stop();
    expect(phase()).toBe('ready');
    clock.advance(10_000);
    expect(takePlayed()).toEqual(['1000-1800']);
    playToTurn();
    expect(takePlayed()).toEqual(['1000-3000']);
  });

  it('cancels a transition, after which the segment plays without a delay', () => {
    const { player, clock, phase, takePlayed } = startPractice();
    player.next();
    clock.advance(1000);
    player.stop();
    clock.advance(10_000);
    expect(phase()).toBe('ready');
    expect(takePlayed()).toEqual([]);
    player.playSegment();
    clock.advance(50);
    expect(phase()).toBe('playing');
    expect(player.getSnapshot().index).toBe(1);
  });

  it('is ignored in the turn', () => {
    const { player } = startTurn();
    const before = player.getSnapshot();
    player.stop();
    expect(player.getSnapshot()).toBe(before);
  });
});

describe('the snapshot', () => {
  it('is the same object until one of its values changes', () => {
    const { player, clock } = startPractice();
    player.playSegment();
    clock.advance(100);
    const playing = player.getSnapshot();
    let notifications = 0;
    player.subscribe(() => {
      notifications += 1;
    });
    clock.advance(1500);
    expect(player.getSnapshot()).toBe(playing);
    expect(notifications).toBe(0);
    clock.advance(1000);
    expect(player.getSnapshot()).not.toBe(playing);
    expect(notifications).toBe(1);
  });

  it('is already updated when a listener is called', () => {
    const { player } = startPractice();
    const phases: string[] = [];
    player.subscribe(() => phases.push(player.getSnapshot().phase.name));
    player.next();
    expect(phases).toEqual(['transition']);
  });
});

describe('the stop at the end of a segment', () => {
  it('notifies listeners in a later task than the pause', () => {
    const { player, clock, media } = startPractice();
    player.playSegment();
    const tasks: string[] = [];
    const { pause } = media;
    media.pause = () => {
      pause();
      tasks.push('pause');
      clock.setTimer(() => tasks.push('next task'), 0);
    };
    player.subscribe(() => tasks.push(player.getSnapshot().phase.name));
    clock.advance(5000);
    expect(tasks.slice(tasks.indexOf('pause'))).toEqual(['pause', 'next task', 'turn']);
  });
});

describe('destroying the player', () => {
  it('stops its timers and listeners, and destroys the medium', () => {
    const { player, clock, media } = startPractice();
    player.playSegment();
    clock.advance(500);
    let notifications = 0;
    player.subscribe(() => {
      notifications += 1;
    });
    player.destroy();
    player.destroy();
    expect(media.isDestroyed()).toBe(true);
    expect(clock.countPending()).toBe(0);
    expect(clock.countListeners()).toBe(0);
    player.playSegment();
    player.stop();
    player.setSettings(createSettings({ speed: 0.5 }));
    clock.setHidden(true);
    clock.advance(10_000);
    expect(notifications).toBe(0);
    expect(media.calls.filter((call) => call === 'play')).toHaveLength(1);
  });

  it('during a seek prevents playback', () => {
    const { player, clock, media, takePlayed } = startPractice({ behaviour: { seekLatency: 400 } });
    player.playSegment();
    clock.advance(100);
    player.destroy();
    clock.advance(5000);
    expect(takePlayed()).toEqual([]);
    expect(media.calls).not.toContain('play');
  });
});
