import { forAdmins } from './for-admins.ts';
import { forEveryone } from './for-everyone.ts';
import { secondFactor } from './second-factor.ts';
import { today } from './today.ts';
import { turn } from './turn.ts';

/** The wording of the product in English, where the specification gives it word for word. */
export const en = { ...forEveryone, ...forAdmins, ...secondFactor, ...turn, ...today };
