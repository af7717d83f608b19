import { DEFAULT_PLAYER_SETTINGS as DEFAULTS, MAX_WAYS, type PlayerSettings } from '@sayback/contract';
import { expect, it } from 'vitest';
import { selectedWay, settingsIn, type WayName, wayNamed, withWay } from './ways.ts';

const own = (changes: Partial<PlayerSettings>): PlayerSettings => ({ ...DEFAULTS, ...changes });

const getName = (settings: PlayerSettings, video: number) => selectedWay(settings, video).name;
const inWay = (name: WayName, settings: PlayerSettings, isDone: boolean) => {
  const way = wayNamed(name);
  return way && settingsIn(way, settings, isDone);
};

it('a video is practised in the way last chosen for it', () => {
  const first = own(withWay(DEFAULTS, 7, 'listenFirst'));
  const both = own(withWay(first, 8, 'listen'));
  expect([getName(both, 7), getName(both, 8), getName(both, 9)]).toEqual(['listenFirst', 'listen', 'say']);
  expect(getName(own(withWay(both, 7, 'say')), 7)).toBe('say');
});

it('a video without a choice is listened to if the settings say so', () => {
  expect(getName(own({ listen_through: true }), 7)).toBe('listen');
  expect(getName(own({ listen_through: true, ways: [{ video_id: 7, way: 'say' }] }), 7)).toBe('say');
});

it('a way from a later release counts as none', () => {
  expect(getName(own({ ways: [{ video_id: 7, way: 'sing' }] }), 7)).toBe('say');
});

it('the ways of the videos chosen longest ago are dropped', () => {
  let settings = DEFAULTS;
  for (let id = 1; id <= MAX_WAYS + 1; id++) settings = own(withWay(settings, id, 'listenFirst'));
  expect(settings.ways).toHaveLength(MAX_WAYS);
  expect([getName(settings, 1), getName(settings, 2)]).toEqual(['say', 'listenFirst']);
});

it('listening and saying doesn’t change the learner’s settings', () => {
  const blurred = own({ original: 'blur', original_until_turn: true, repeats: 3 });
  expect(inWay('say', blurred, false)).toEqual(blurred);
  expect(inWay('say', blurred, true)).toEqual(blurred);
});

it('listening first covers both texts until the turn is over, then shows the translation as the learner wants it', () => {
  const blurred = own({ translation: 'blur', translation_until_turn: true });
  expect(inWay('listenFirst', blurred, false)).toMatchObject({
    original: 'hide',
    original_until_turn: false,
    translation: 'hide',
    translation_until_turn: false,
  });
  expect(inWay('listenFirst', blurred, true)).toMatchObject({
    original: 'show',
    translation: 'blur',
    translation_until_turn: true,
  });
});

it('only listening continues without turns', () => {
  const through = own({ listen_through: true });
  expect(inWay('listen', DEFAULTS, false)?.listen_through).toBe(true);
  expect(inWay('say', through, false)?.listen_through).toBe(false);
});
