import { blockedStorage } from './blocked-storage.ts';
import { forAdmins } from './for-admins.ts';
import { forEveryone } from './for-everyone.ts';
import { secondFactor } from './second-factor.ts';
import { today } from './today.ts';
import { turn } from './turn.ts';

/** All English texts. The specification defines their wording. */
export const en = { ...forEveryone, ...forAdmins, ...secondFactor, ...turn, ...today, ...blockedStorage };
