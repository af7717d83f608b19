import { DEFAULT_PLAYER_SETTINGS as DEFAULTS, MAX_WAYS, type PlayerSettings } from '@sayback/contract';
import { expect, it } from 'vitest';
import { addModeChoice, applyMode, findMode, findSelectedMode, type ModeName } from './modes.ts';

const createSettings = (changes: Partial<PlayerSettings>): PlayerSettings => ({ ...DEFAULTS, ...changes });

const findName = (settings: PlayerSettings, video: number) => findSelectedMode(settings, video).name;
const applyNamed = (name: ModeName, settings: PlayerSettings, isDone: boolean) => {
  const mode = findMode(name);
  return mode && applyMode(mode, settings, isDone);
};

it('a video has the mode last chosen for it', () => {
  const oneChoice = createSettings(addModeChoice(DEFAULTS, 7, 'listenFirst'));
  const twoChoices = createSettings(addModeChoice(oneChoice, 8, 'listen'));
  expect([findName(twoChoices, 7), findName(twoChoices, 8), findName(twoChoices, 9)]).toEqual([
    'listenFirst',
    'listen',
    'say',
  ]);
  expect(findName(createSettings(addModeChoice(twoChoices, 7, 'say')), 7)).toBe('say');
});

it('a video without a choice has the mode of the settings', () => {
  expect(findName(createSettings({ listen_through: true }), 7)).toBe('listen');
  expect(findName(createSettings({ listen_through: true, ways: [{ video_id: 7, way: 'say' }] }), 7)).toBe(
    'say',
  );
});

it('an unknown mode, as from a later release, counts as none', () => {
  expect(findName(createSettings({ ways: [{ video_id: 7, way: 'sing' }] }), 7)).toBe('say');
});

it('the oldest choices above the limit are dropped', () => {
  let settings = DEFAULTS;
  for (let id = 1; id <= MAX_WAYS + 1; id++)
    settings = createSettings(addModeChoice(settings, id, 'listenFirst'));
  expect(settings.ways).toHaveLength(MAX_WAYS);
  expect([findName(settings, 1), findName(settings, 2)]).toEqual(['say', 'listenFirst']);
});

it('‘Listen and say’ doesn’t change the learner’s settings', () => {
  const blurred = createSettings({ original: 'blur', original_until_turn: true, repeats: 3 });
  expect(applyNamed('say', blurred, false)).toEqual(blurred);
  expect(applyNamed('say', blurred, true)).toEqual(blurred);
});

it('‘Listen first’ hides both texts until the turn is done, then applies the learner’s settings for the translation', () => {
  const blurred = createSettings({ translation: 'blur', translation_until_turn: true });
  expect(applyNamed('listenFirst', blurred, false)).toMatchObject({
    original: 'hide',
    original_until_turn: false,
    translation: 'hide',
    translation_until_turn: false,
  });
  expect(applyNamed('listenFirst', blurred, true)).toMatchObject({
    original: 'show',
    translation: 'blur',
    translation_until_turn: true,
  });
});

it('only ‘Listen only’ continues without turns', () => {
  const settings = createSettings({ listen_through: true });
  expect(applyNamed('listen', DEFAULTS, false)?.listen_through).toBe(true);
  expect(applyNamed('say', settings, false)?.listen_through).toBe(false);
});
