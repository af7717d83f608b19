import { accounts, DEFAULT_PLAYER_SETTINGS } from '@sayback/contract';
import { expect, it } from 'vitest';
import { readPreferences } from './preferences.ts';

it('reading preferences keeps the settings that can be read beside those of another release', () => {
  const saved = { theme: 'dark', player: { speed: 9, repeats: 3, turn: 'sing', no_such_setting: 1 } };
  expect(readPreferences(saved)).toEqual({
    interface_language: null,
    theme: 'dark',
    player: { ...DEFAULT_PLAYER_SETTINGS, repeats: 3 },
    review: accounts.DEFAULT_REVIEW,
  });
});

it.each([null, undefined, {}, { theme: 'blue' }])(
  'reading preferences falls back to the defaults for %o',
  (saved) => {
    expect(readPreferences(saved).player).toEqual(DEFAULT_PLAYER_SETTINGS);
  },
);
