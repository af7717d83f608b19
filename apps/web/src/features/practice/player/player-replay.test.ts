import { expect, it } from 'vitest';
import { startPractice, startTurn } from './testing/start-practice.ts';

it('a replay plays the line once despite repeats, and returns to the turn', () => {
  const { player, advanceUntil, takePlayed, clock } = startTurn({ repeats: 3, turn: 'auto' });
  takePlayed();
  player.replay(false);
  advanceUntil('turn');
  expect(takePlayed()).toEqual(['1000-3000']);
  expect(player.getSnapshot()).toMatchObject({ phase: { until: null }, isReplay: true, index: 0 });
  clock.advance(60_000);
  expect(player.getSnapshot().phase.name).toBe('turn');
});

it('a slow replay doesn’t change the speed of the next line', () => {
  const { player, advanceUntil, media } = startTurn({ line_pause: 0 });
  player.replay(true);
  advanceUntil('playing');
  expect(media.rate()).toBe(0.75);
  advanceUntil('turn');
  player.next();
  advanceUntil('playing');
  expect(media.rate()).toBe(1);
});

it('a stopped replay returns to the turn', () => {
  const { player, advanceUntil, phase } = startTurn();
  player.replay(false);
  advanceUntil('playing');
  player.stop();
  expect(phase()).toBe('turn');
});

it('playing the line normally after a replay starts a new turn', () => {
  const { player, advanceUntil } = startTurn();
  player.replay(false);
  advanceUntil('turn');
  player.playSegment();
  advanceUntil('turn');
  expect(player.getSnapshot().isReplay).toBe(false);
});

it('a replay is ignored outside of a turn', () => {
  const { player, phase } = startPractice();
  player.replay(false);
  expect(phase()).toBe('ready');
});
