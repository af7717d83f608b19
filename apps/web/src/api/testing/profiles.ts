import type { accounts } from '@sayback/contract';

export const LENA = {
  username: 'lena',
  email: '',
  email_verified: false,
  native_language: null,
  target_languages: [],
  is_admin: false,
  has_password: true,
} satisfies accounts.Profile;

export const MARIA = { ...LENA, username: 'maria', is_admin: true } satisfies accounts.Profile;
