import { accounts, DEFAULT_PLAYER_SETTINGS, playerSettings } from '@sayback/contract';
import { z } from 'zod';

type Preferences = accounts.Preferences;
type Changes = Partial<Omit<Preferences, 'player' | 'review'>> & {
  player?: Partial<Preferences['player']>;
  review?: Partial<Preferences['review']>;
};

const DEFAULTS: Preferences = {
  interface_language: null,
  theme: 'auto',
  player: DEFAULT_PLAYER_SETTINGS,
  review: accounts.DEFAULT_REVIEW,
};

/** Returns the saved preferences, completed by the defaults. Unreadable values of another release are dropped. */
export function readPreferences(saved: unknown): Preferences {
  const changes = (saved ?? {}) as Changes;
  const merged = {
    ...DEFAULTS,
    ...changes,
    player: { ...DEFAULTS.player, ...dropUnreadableSettings(changes.player) },
    review: { ...DEFAULTS.review, ...changes.review },
  };
  const parsed = z.safeParse(accounts.preferences, merged);
  return parsed.success ? parsed.data : DEFAULTS;
}

function dropUnreadableSettings(saved: Changes['player'] = {}): Changes['player'] {
  const fields = new Map(Object.entries(playerSettings.shape));
  const entries = Object.entries(saved).filter(([name, value]) => {
    const field = fields.get(name);
    return field && z.safeParse(field, value).success;
  });
  return Object.fromEntries(entries);
}

const merge = <Into extends Changes>(into: Into, changes: Changes) => ({
  ...into,
  ...changes,
  player: { ...into.player, ...changes.player },
  review: { ...into.review, ...changes.review },
});

/** Merges changes into the saved preferences. Preserves settings unknown to this release, which a newer one saved. */
export const changePreferences = (saved: unknown, changes: Changes): Changes =>
  merge((saved ?? {}) as Changes, merge(readPreferences(saved), changes));
