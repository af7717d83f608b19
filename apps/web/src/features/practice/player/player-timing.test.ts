import { describe, expect, it } from 'vitest';
import { step } from './practice-machine.ts';
import { createInitialState, type PracticeEvent, type PracticeState } from './practice-state.ts';
import { createSettings, SEGMENTS, startPractice, startTurn } from './testing/start-practice.ts';

describe('the stop at a segment’s end', () => {
  it('is never early and at most 1 ms late, at any time', () => {
    for (let shift = 0; shift < 40; shift += 1) {
      const segments = [{ start: 1000 + shift * 3.7, end: 2400 + shift * 11.3 }];
      const { media } = startTurn({ segments });
      const overshoot = media.position() - (segments[0]?.end ?? 0);
      expect(overshoot).toBeGreaterThanOrEqual(0);
      expect(overshoot).toBeLessThanOrEqual(1);
    }
  });

  it('is never early when the medium reports its position in steps', () => {
    const { media } = startTurn({ behaviour: { reportInterval: 40 } });
    expect(media.position()).toBeGreaterThanOrEqual(3000);
    expect(media.position()).toBeLessThanOrEqual(3040);
  });

  it('needs no animation frames in a hidden tab', () => {
    const { clock, media, playToTurn } = startPractice();
    clock.setHidden(true);
    playToTurn();
    expect(media.position() - 3000).toBeLessThanOrEqual(1);
  });

  it('is on time when the tab is hidden and shown just before the end', () => {
    for (const ms of [500, 1985, 1995]) {
      const { player, clock, media, advanceUntil } = startPractice();
      player.playSegment();
      clock.advance(ms);
      clock.setHidden(true);
      clock.advance(2);
      clock.setHidden(false);
      advanceUntil('turn');
      expect(media.position() - 3000).toBeLessThanOrEqual(1);
    }
  });

  it('uses one timer, and an animation frame only near the end', () => {
    const { player, clock } = startPractice();
    player.playSegment();
    clock.advance(1000);
    // One of the two belongs to the medium.
    expect(clock.countPending()).toBe(2);
    clock.advance(985);
    expect(clock.countPending()).toBe(3);
  });
});

describe('the machine', () => {
  const readings = { now: 0, position: 0, rate: 1, isPlaying: false, isSeeking: false, isHidden: false };

  /** Creates the state of a machine that plays the first segment, at a position. */
  function createPlaying(position: number): PracticeState {
    const events: [PracticeEvent, number][] = [
      [{ type: 'ready', duration: 60_000 }, 0],
      [{ type: 'play-segment' }, 0],
      [{ type: 'seeked' }, 1000],
      [{ type: 'playing' }, position],
    ];
    let state = createInitialState(SEGMENTS, createSettings(), 0);
    for (const [event, position] of events) state = step(state, event, { ...readings, position }).state;
    return state;
  }

  it('ignores a wake of an older generation, even at the segment’s end', () => {
    const state = createPlaying(2990);
    const late = { type: 'wake', generation: state.generation - 1 } as const;
    expect(step(state, late, { ...readings, position: 3001 })).toEqual({ state, commands: [] });
    const due = { type: 'wake', generation: state.generation } as const;
    const { commands } = step(state, due, { ...readings, position: 3001 });
    expect(commands[0]).toEqual({ type: 'pause' });
  });

  it('doesn’t pause a segment for a wake scheduled by the previous one', () => {
    const first = createPlaying(2999);
    const restarted = step(first, { type: 'play-segment' }, { ...readings, position: 2999 }).state;
    const late = { type: 'wake', generation: first.generation } as const;
    expect(step(restarted, late, { ...readings, position: 3005 }).commands).toEqual([]);
  });

  it('gives each wake its own generation', () => {
    let state = createPlaying(1100);
    const seen = new Set([state.generation]);
    for (let position = 1200; position < 3000; position += 100) {
      const wake = { type: 'wake', generation: state.generation } as const;
      state = step(state, wake, { ...readings, position }).state;
      expect(seen.has(state.generation)).toBe(false);
      seen.add(state.generation);
    }
  });

  it('schedules a timer, and also an animation frame just before the end', () => {
    const state = createPlaying(1100);
    const wake = { type: 'wake', generation: state.generation } as const;
    const generation = state.generation + 1;
    const commandsAt = (position: number, isHidden = false) =>
      step(state, wake, { ...readings, position, isHidden }).commands;
    expect(commandsAt(2000)).toEqual([{ type: 'wake', generation, delay: 250, onFrame: false }]);
    expect(commandsAt(2850)).toEqual([{ type: 'wake', generation, delay: 50, onFrame: false }]);
    expect(commandsAt(2950)).toEqual([{ type: 'wake', generation, delay: 4, onFrame: true }]);
    expect(commandsAt(2993)).toEqual([{ type: 'wake', generation, delay: 7, onFrame: true }]);
    expect(commandsAt(2985, true)).toEqual([{ type: 'wake', generation, delay: 15, onFrame: false }]);
  });

  it('reschedules without an animation frame when the tab is hidden just before the end', () => {
    const state = createPlaying(2985);
    const { commands } = step(state, { type: 'visibility' }, { ...readings, position: 2990, isHidden: true });
    expect(commands).toEqual([{ type: 'wake', generation: state.generation + 1, delay: 10, onFrame: false }]);
  });

  it('ends the segment when the medium buffers after its end', () => {
    const buffering = step(createPlaying(2990), { type: 'buffering' }, { ...readings, position: 3010 });
    expect(buffering.state.phase.name).toBe('turn');
    expect(buffering.commands[0]).toEqual({ type: 'pause' });
  });

  it('ends the segment in time when the medium resumes without an event', () => {
    const buffering = step(createPlaying(1100), { type: 'buffering' }, { ...readings, position: 2993 });
    expect(buffering.state.phase.name).toBe('buffering');
    const { generation } = buffering.state;
    expect(buffering.commands).toEqual([{ type: 'wake', generation, delay: 7, onFrame: true }]);
  });

  it('divides the remaining time by the rate', () => {
    const state = createPlaying(1100);
    const wake = { type: 'wake', generation: state.generation } as const;
    const { commands } = step(state, wake, { ...readings, position: 2997, rate: 0.5 });
    expect(commands).toEqual([expect.objectContaining({ delay: 6, onFrame: true })]);
  });

  it('doesn’t mutate the state it receives', () => {
    const state = Object.freeze(createPlaying(1500));
    const before = structuredClone(state);
    for (const type of ['stop', 'next', 'play-segment', 'ended', 'paused', 'buffering'] as const) {
      step(state, { type }, { ...readings, position: 1500 });
    }
    expect(state).toEqual(before);
  });

  it('waits for a medium that is still seeking without seeking again', () => {
    let state = createInitialState(SEGMENTS, createSettings(), 0);
    state = step(state, { type: 'ready', duration: 60_000 }, readings).state;
    state = step(state, { type: 'play-segment' }, readings).state;
    const stillSeeking = { ...readings, position: 1000, isSeeking: true };
    const wake = () => ({ type: 'wake', generation: state.generation }) as const;
    expect(step(state, wake(), { ...stillSeeking, now: 1000 }).state.phase.name).toBe('seeking');
    const late = step(state, wake(), { ...stillSeeking, now: 1500 });
    expect(late.commands.map(({ type }) => type)).toEqual(['play', 'wake']);
  });

  it('ignores the medium’s events while it is ready', () => {
    let state = createInitialState(SEGMENTS, createSettings(), 0);
    state = step(state, { type: 'ready', duration: 60_000 }, readings).state;
    for (const type of ['paused', 'buffering', 'ended', 'blocked', 'seeked', 'visibility'] as const) {
      const after = step(state, { type }, readings);
      expect(after.state.phase).toBe(state.phase);
      expect(after.commands).toEqual([]);
    }
  });
});
