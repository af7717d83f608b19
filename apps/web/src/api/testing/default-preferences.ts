import { accounts, DEFAULT_PLAYER_SETTINGS } from '@sayback/contract';

export const DEFAULT_PREFERENCES: accounts.Preferences = {
  interface_language: null,
  theme: 'auto',
  player: DEFAULT_PLAYER_SETTINGS,
  review: accounts.DEFAULT_REVIEW,
};
