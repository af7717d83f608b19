import { expect, it } from 'vitest';
import { practise } from './testing/practice.ts';

function inTurn(options: Parameters<typeof practise>[0] = {}) {
  const practice = practise(options);
  practice.player.playSegment();
  practice.until('turn');
  practice.heard();
  return practice;
}

it('a replay plays the line once within the turn, whatever the repeats, and returns to the turn', () => {
  const { player, until, heard, clock } = inTurn({ repeats: 3, turn: 'auto' });
  player.replay(false);
  until('turn');
  expect(heard()).toEqual(['1000-3000']);
  expect(player.getSnapshot()).toMatchObject({ phase: { until: null }, isReplay: true, index: 0 });
  clock.advance(60_000);
  expect(player.getSnapshot().phase.name).toBe('turn');
});

it('a replay may be slower; the next line plays at the usual speed', () => {
  const { player, until, media } = inTurn({ line_pause: 0 });
  player.replay(true);
  until('playing');
  expect(media.rate()).toBe(0.75);
  until('turn');
  player.next();
  until('playing');
  expect(media.rate()).toBe(1);
});

it('a stopped replay returns to the turn', () => {
  const { player, until, phase } = inTurn();
  player.replay(false);
  until('playing');
  player.stop();
  expect(phase()).toBe('turn');
});

it('playing the line normally after a replay starts a new turn', () => {
  const { player, until } = inTurn();
  player.replay(false);
  until('turn');
  player.playSegment();
  until('turn');
  expect(player.getSnapshot().isReplay).toBe(false);
});

it('a replay does nothing outside of a turn', () => {
  const { player, phase } = practise();
  player.replay(false);
  expect(phase()).toBe('ready');
});
