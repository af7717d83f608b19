import type { en } from '../en/index.ts';
import { forAdmins } from './for-admins.ts';
import { forEveryone } from './for-everyone.ts';
import { secondFactor } from './second-factor.ts';
import { today } from './today.ts';
import { turn } from './turn.ts';
import type { WithMany } from './with-many.ts';

/** The wording of the product in Spanish: of no particular country, and in the form of 'tú'. */
export const es: WithMany<typeof en> = { ...forEveryone, ...forAdmins, ...secondFactor, ...turn, ...today };
