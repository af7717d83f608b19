import { randomInt } from 'node:crypto';
import { hashToken } from '../login/tokens.ts';

const CODE_COUNT = 10;
/** Without letters that look like digits. A code of 25 characters has 123 bits, so a plain hash is safe. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUP_COUNT = 5;
const GROUP_LENGTH = 5;

const createGroup = () =>
  Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** Creates ten codes, such as `k3mfx-9ab77-qdpw2-c4hte-m8r5n`. */
export const createRecoveryCodes = (): string[] =>
  Array.from({ length: CODE_COUNT }, () => Array.from({ length: GROUP_COUNT }, createGroup).join('-'));

/** Hashes a code for storage, ignoring case, spaces and dashes. */
export const hashRecoveryCode = (typed: string): string =>
  hashToken(typed.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
