import { randomInt } from 'node:crypto';
import { hashToken } from '../login/tokens.ts';

const CODES = 10;
/** No letters that look like digits. 25 of them have 123 bits, so a plain hash is safe. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 5;
const GROUP_LENGTH = 5;

const group = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** Ten new codes, such as `k3mfx-9ab77-qdpw2-c4hte-m8r5n`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: CODES }, () => Array.from({ length: GROUPS }, group).join('-'));

/** Hash of a code, as stored. Case, spaces and dashes don't matter. */
export const hashRecoveryCode = (typed: string): string =>
  hashToken(typed.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
