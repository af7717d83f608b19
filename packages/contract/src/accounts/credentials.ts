import * as z from 'zod/mini';
import { text } from '../fields.ts';

/** Passwords are compared after NFKC; the server checks length and commonness, and that it isn't the username. */
export const password = text(1000);

export const credentials = z.object({ username: text(1000), password });

/** What a person may type as e-mail address; an empty one takes it away. */
export const email = z.union([
  z.literal(''),
  z.email({ error: 'Enter a valid e-mail address.' }).check(z.maxLength(254)),
]);
