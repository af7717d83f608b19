import * as z from 'zod/mini';
import { atMost, text } from '../fields.ts';
import { inputError } from '../input-message.ts';

/** The server normalises passwords with NFKC, and rejects short and common ones and the username. */
export const password = text(500);

export const credentials = z.object({ username: text(300), password });

/** Maximum length of an email address (RFC 5321). */
const EMAIL_LIMIT = 254;

export const emailAddress = z.string().check(atMost(EMAIL_LIMIT), z.email(inputError('input.email')));

/** An email address, or '' to remove it. */
export const email = z.union([z.literal(''), emailAddress]);

/** A refresh token as returned by `login`: 43 characters. */
export const refresh = text(200);
