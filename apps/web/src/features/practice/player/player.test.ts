import { describe, expect, it } from 'vitest';
import { practise, settings } from './testing/practice.ts';

describe('initially', () => {
  it('plays nothing before Play Segment is pressed', () => {
    const { clock, media, phase } = practise();
    clock.advance(60_000);
    expect(phase()).toBe('ready');
    expect(media.orders).toEqual(['rate 1']);
    expect(media.heard).toEqual([]);
  });

  it('starts with the given segment', () => {
    const { player, until, heard } = practise({ index: 2 });
    player.playSegment();
    until('turn');
    expect(heard()).toEqual(['10000-14000']);
  });

  it('starts with the first segment if the given one is gone', () => {
    expect(practise({ index: 99 }).player.getSnapshot().index).toBe(0);
  });

  it('plays the first segment without a delay', () => {
    const { player, clock, phase } = practise();
    player.playSegment();
    clock.advance(50);
    expect(phase()).toBe('playing');
  });

  it('plays once the medium is ready if Play Segment was pressed before', () => {
    const { player, clock, media, phase, until, heard } = practise({ ready: false });
    player.playSegment();
    clock.advance(20_000);
    expect(phase()).toBe('loading');
    media.becomeReady();
    until('turn');
    expect(heard()).toEqual(['1000-3000']);
  });

  it('only changes the segment while the medium loads', () => {
    const { player, media, clock, phase } = practise({ ready: false });
    player.next();
    media.becomeReady();
    clock.advance(10_000);
    expect(phase()).toBe('ready');
    expect(player.getSnapshot().index).toBe(1);
  });

  it('drops a Play Segment that was stopped before the medium was ready', () => {
    const { player, media, clock, phase } = practise({ ready: false });
    player.playSegment();
    player.stop();
    media.becomeReady();
    clock.advance(10_000);
    expect(phase()).toBe('ready');
  });

  it('reports the duration once it is ready', () => {
    const { player, media } = practise({ ready: false });
    expect(player.getSnapshot().duration).toBe(0);
    media.becomeReady();
    expect(player.getSnapshot().duration).toBe(60_000);
  });
});

describe('Play Segment', () => {
  it('seeks, plays, pauses at the end, and starts the turn', () => {
    const { player, media, until, heard } = practise();
    player.playSegment();
    until('turn');
    expect(media.orders).toEqual(['rate 1', 'seek 1000', 'play', 'pause']);
    expect(heard()).toEqual(['1000-3000']);
  });

  it('plays again without a delay after the turn', () => {
    const { player, clock, until, phase, heard } = practise();
    player.playSegment();
    until('turn');
    player.playSegment();
    clock.advance(50);
    expect(phase()).toBe('playing');
    until('turn');
    expect(heard()).toEqual(['1000-3000', '1000-3000']);
  });

  it('starts over while it plays', () => {
    const { player, clock, until, heard } = practise();
    player.playSegment();
    clock.advance(1000);
    player.playSegment();
    until('turn');
    expect(heard()).toEqual(['1000-2000', '1000-3000']);
  });

  it('stays in its turn and doesn’t continue', () => {
    const { player, clock, until, phase, heard } = practise();
    player.playSegment();
    until('turn');
    clock.advance(600_000);
    expect(phase()).toBe('turn');
    expect(heard()).toEqual(['1000-3000']);
    expect(clock.pending()).toBe(0);
  });
});

describe('a user gesture', () => {
  it('unlocks the medium, since playback starts only after it', () => {
    const { player, clock, media } = practise({ index: 1 });
    const gestures = [
      player.playSegment,
      player.next,
      player.previous,
      () => player.select(2),
      () => player.jumpTo(0),
    ];
    for (const [before, gesture] of gestures.entries()) {
      gesture();
      expect(media.unlocks()).toBe(before + 1);
    }
    clock.advance(10_000);
    player.stop();
    player.setSettings(settings());
    expect(media.unlocks()).toBe(gestures.length);
  });
});

describe('a stop', () => {
  it('leaves the segment, which then plays from its start', () => {
    const { player, clock, phase, until, heard } = practise();
    player.playSegment();
    clock.advance(800);
    player.stop();
    expect(phase()).toBe('ready');
    clock.advance(10_000);
    expect(heard()).toEqual(['1000-1800']);
    player.playSegment();
    until('turn');
    expect(heard()).toEqual(['1000-3000']);
  });

  it('cancels a transition, and the segment then plays without a delay', () => {
    const { player, clock, phase, heard } = practise();
    player.next();
    clock.advance(1000);
    player.stop();
    clock.advance(10_000);
    expect(phase()).toBe('ready');
    expect(heard()).toEqual([]);
    player.playSegment();
    clock.advance(50);
    expect(phase()).toBe('playing');
    expect(player.getSnapshot().index).toBe(1);
  });

  it('changes nothing in the turn', () => {
    const { player, until } = practise();
    player.playSegment();
    until('turn');
    const before = player.getSnapshot();
    player.stop();
    expect(player.getSnapshot()).toBe(before);
  });
});

describe('the snapshot', () => {
  it('is the same object until something in it changes', () => {
    const { player, clock } = practise();
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
    const { player } = practise();
    const seen: string[] = [];
    player.subscribe(() => seen.push(player.getSnapshot().phase.name));
    player.next();
    expect(seen).toEqual(['transition']);
  });
});

describe('the stop at the end of a segment', () => {
  it('renders in a task after the one that pauses', () => {
    const { player, clock, media } = practise();
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

describe('after destroy', () => {
  it('no timer runs, no listener is called, and the medium is destroyed', () => {
    const { player, clock, media } = practise();
    player.playSegment();
    clock.advance(500);
    let notifications = 0;
    player.subscribe(() => {
      notifications += 1;
    });
    player.destroy();
    player.destroy();
    expect(media.isDestroyed()).toBe(true);
    expect(clock.pending()).toBe(0);
    expect(clock.watchers()).toBe(0);
    player.playSegment();
    player.stop();
    player.setSettings(settings({ speed: 0.5 }));
    clock.setHidden(true);
    clock.advance(10_000);
    expect(notifications).toBe(0);
    expect(media.orders.filter((order) => order === 'play')).toHaveLength(1);
  });

  it('nothing plays after destroy during a seek', () => {
    const { player, clock, media, heard } = practise({ behaviour: { seekLatency: 400 } });
    player.playSegment();
    clock.advance(100);
    player.destroy();
    clock.advance(5000);
    expect(heard()).toEqual([]);
    expect(media.orders).not.toContain('play');
  });
});
