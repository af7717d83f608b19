import { describe, expect, it } from 'vitest';
import { step } from './practice-machine.ts';
import type { PracticeEvent, PracticeState } from './practice-state.ts';
import { initialState } from './practice-state.ts';
import { practise, SEGMENTS, settings } from './testing/practice.ts';

describe('the stop at a segment’s end', () => {
  it('is never early and at most 1 ms late, wherever the segment is', () => {
    for (let shift = 0; shift < 40; shift += 1) {
      const segments = [{ start: 1000 + shift * 3.7, end: 2400 + shift * 11.3 }];
      const { player, media, until } = practise({ segments });
      player.playSegment();
      until('turn');
      const overshoot = media.position() - (segments[0]?.end ?? 0);
      expect(overshoot).toBeGreaterThanOrEqual(0);
      expect(overshoot).toBeLessThanOrEqual(1);
    }
  });

  it('is never early when the medium reports its position in steps', () => {
    const { player, media, until } = practise({ behaviour: { reportInterval: 40 } });
    player.playSegment();
    until('turn');
    expect(media.position()).toBeGreaterThanOrEqual(3000);
    expect(media.position()).toBeLessThanOrEqual(3040);
  });

  it('needs no animation frames in a hidden tab', () => {
    const { player, clock, media, until } = practise();
    clock.setHidden(true);
    player.playSegment();
    until('turn');
    expect(media.position() - 3000).toBeLessThanOrEqual(1);
  });

  it('is on time when the tab is hidden just before the end, and when it is shown again', () => {
    for (const readings of [500, 1985, 1995]) {
      const { player, clock, media, until } = practise();
      player.playSegment();
      clock.advance(readings);
      clock.setHidden(true);
      clock.advance(2);
      clock.setHidden(false);
      until('turn');
      expect(media.position() - 3000).toBeLessThanOrEqual(1);
    }
  });

  it('waits with one timer, and a frame only at the end', () => {
    const { player, clock } = practise();
    player.playSegment();
    clock.advance(1000);
    // One of the two belongs to the medium.
    expect(clock.pending()).toBe(2);
    clock.advance(985);
    expect(clock.pending()).toBe(3);
  });
});

describe('the machine', () => {
  const readings = { now: 0, position: 0, rate: 1, playing: false, seeking: false, hidden: false };

  /** Returns the machine's state while it plays the first segment at a position. */
  function playing(position: number): PracticeState {
    const events: [PracticeEvent, number][] = [
      [{ type: 'ready', duration: 60_000 }, 0],
      [{ type: 'play-segment' }, 0],
      [{ type: 'seeked' }, 1000],
      [{ type: 'playing' }, position],
    ];
    let state = initialState(SEGMENTS, settings(), 0);
    for (const [event, at] of events) state = step(state, event, { ...readings, position: at }).state;
    return state;
  }

  it('ignores a wake of an older generation, even at the segment’s end', () => {
    const state = playing(2990);
    const late = { type: 'wake', generation: state.generation - 1 } as const;
    expect(step(state, late, { ...readings, position: 3001 })).toEqual({ state, commands: [] });
    const due = { type: 'wake', generation: state.generation } as const;
    const { commands } = step(state, due, { ...readings, position: 3001 });
    expect(commands[0]).toEqual({ type: 'pause' });
  });

  it('doesn’t pause a segment for a wake scheduled by the previous one', () => {
    const first = playing(2999);
    const moved = step(first, { type: 'play-segment' }, { ...readings, position: 2999 }).state;
    const late = { type: 'wake', generation: first.generation } as const;
    expect(step(moved, late, { ...readings, position: 3005 }).commands).toEqual([]);
  });

  it('gives each wake its own generation', () => {
    let state = playing(1100);
    const seen = new Set([state.generation]);
    for (let position = 1200; position < 3000; position += 100) {
      const wake = { type: 'wake', generation: state.generation } as const;
      state = step(state, wake, { ...readings, position }).state;
      expect(seen.has(state.generation)).toBe(false);
      seen.add(state.generation);
    }
  });

  it('schedules a timer well before the end, and a frame too just before it', () => {
    const state = playing(1100);
    const wake = { type: 'wake', generation: state.generation } as const;
    const generation = state.generation + 1;
    const commandsAt = (position: number, hidden = false) =>
      step(state, wake, { ...readings, position, hidden }).commands;
    expect(commandsAt(2000)).toEqual([{ type: 'wake', generation, after: 250, frame: false }]);
    expect(commandsAt(2850)).toEqual([{ type: 'wake', generation, after: 50, frame: false }]);
    expect(commandsAt(2950)).toEqual([{ type: 'wake', generation, after: 4, frame: true }]);
    expect(commandsAt(2993)).toEqual([{ type: 'wake', generation, after: 7, frame: true }]);
    expect(commandsAt(2985, true)).toEqual([{ type: 'wake', generation, after: 15, frame: false }]);
  });

  it('reschedules without a frame when the tab is hidden just before the end', () => {
    const state = playing(2985);
    const { commands } = step(state, { type: 'visibility' }, { ...readings, position: 2990, hidden: true });
    expect(commands).toEqual([{ type: 'wake', generation: state.generation + 1, after: 10, frame: false }]);
  });

  it('ends the segment when the medium buffers past its end', () => {
    const buffering = step(playing(2990), { type: 'buffering' }, { ...readings, position: 3010 });
    expect(buffering.state.phase.name).toBe('turn');
    expect(buffering.commands[0]).toEqual({ type: 'pause' });
  });

  it('ends the segment in time when the medium resumes without an event', () => {
    const buffering = step(playing(1100), { type: 'buffering' }, { ...readings, position: 2993 });
    expect(buffering.state.phase.name).toBe('buffering');
    const { generation } = buffering.state;
    expect(buffering.commands).toEqual([{ type: 'wake', generation, after: 7, frame: true }]);
  });

  it('divides the remaining time by the rate', () => {
    const state = playing(1100);
    const wake = { type: 'wake', generation: state.generation } as const;
    const { commands } = step(state, wake, { ...readings, position: 2997, rate: 0.5 });
    expect(commands).toEqual([expect.objectContaining({ after: 6, frame: true })]);
  });

  it('doesn’t mutate the state it receives', () => {
    const state = Object.freeze(playing(1500));
    const before = structuredClone(state);
    for (const type of ['stop', 'next', 'play-segment', 'ended', 'paused', 'buffering'] as const) {
      step(state, { type }, { ...readings, position: 1500 });
    }
    expect(state).toEqual(before);
  });

  it('waits for a medium that is still seeking without seeking again', () => {
    let state = initialState(SEGMENTS, settings(), 0);
    state = step(state, { type: 'ready', duration: 60_000 }, readings).state;
    state = step(state, { type: 'play-segment' }, readings).state;
    const still = { ...readings, position: 1000, seeking: true };
    const wake = () => ({ type: 'wake', generation: state.generation }) as const;
    expect(step(state, wake(), { ...still, now: 1000 }).state.phase.name).toBe('seeking');
    const late = step(state, wake(), { ...still, now: 1500 });
    expect(late.commands.map(({ type }) => type)).toEqual(['play', 'wake']);
  });

  it('ignores the medium’s events in most phases', () => {
    let state = initialState(SEGMENTS, settings(), 0);
    state = step(state, { type: 'ready', duration: 60_000 }, readings).state;
    for (const type of ['paused', 'buffering', 'ended', 'blocked', 'seeked', 'visibility'] as const) {
      const after = step(state, { type }, readings);
      expect(after.state.phase).toBe(state.phase);
      expect(after.commands).toEqual([]);
    }
  });
});
