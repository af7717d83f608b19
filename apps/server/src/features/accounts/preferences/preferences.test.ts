import { accounts, DEFAULT_PLAYER_SETTINGS } from '@sayback/contract';
import { expect, it } from 'vitest';
import { changePreferences, readPreferences } from './preferences.ts';

it('reading preferences skips unknown and invalid settings of another release', () => {
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

it('changing preferences preserves unknown settings and replaces invalid values by defaults', () => {
  const saved = {
    theme: 'dark',
    later: [1],
    player: { repeats: 3, speed: 9, later: true },
    review: { later: 2 },
  };
  const changed = changePreferences(saved, { theme: 'light', player: { repeats: 2 } });
  expect(changed).toMatchObject({
    theme: 'light',
    later: [1],
    player: { repeats: 2, speed: DEFAULT_PLAYER_SETTINGS.speed, later: true },
    review: { later: 2, ...accounts.DEFAULT_REVIEW },
  });
  expect(readPreferences(changed)).toEqual({
    interface_language: null,
    theme: 'light',
    player: { ...DEFAULT_PLAYER_SETTINGS, repeats: 2 },
    review: accounts.DEFAULT_REVIEW,
  });
});
