import type { en } from './en.ts';
import { forAdmins } from './es/for-admins.ts';
import { forEveryone } from './es/for-everyone.ts';
import { secondFactor } from './es/second-factor.ts';
import type { WithMany } from './es/with-many.ts';

/** The wording of the product in Spanish: of no particular country, and in the form of 'tú'. */
export const es: WithMany<typeof en> = { ...forEveryone, ...forAdmins, ...secondFactor };
