import { accounts, DEFAULT_PLAYER_SETTINGS } from '@sayback/contract';
import { z } from 'zod';

type Preferences = accounts.Preferences;
type Changes = Partial<Omit<Preferences, 'player'>> & { player?: Partial<Preferences['player']> };

const DEFAULTS: Preferences = { interface_language: null, theme: 'auto', player: DEFAULT_PLAYER_SETTINGS };

/** The preferences as kept, completed by the defaults; what an older version kept and no one knows now is dropped. */
export function readPreferences(kept: unknown): Preferences {
  const changes = (kept ?? {}) as Changes;
  const whole = { ...DEFAULTS, ...changes, player: { ...DEFAULTS.player, ...changes.player } };
  const read = z.safeParse(accounts.preferences, whole);
  return read.success ? read.data : DEFAULTS;
}

/** The preferences with the changes made. */
export function changePreferences(present: Preferences, changes: Changes): Preferences {
  return { ...present, ...changes, player: { ...present.player, ...changes.player } };
}
