import { forAdmins } from './en/for-admins.ts';
import { forEveryone } from './en/for-everyone.ts';
import { secondFactor } from './en/second-factor.ts';

/** The wording of the product in English, where the specification gives it word for word. */
export const en = { ...forEveryone, ...forAdmins, ...secondFactor };
