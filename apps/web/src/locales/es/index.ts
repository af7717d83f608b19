import type { en } from '../en/index.ts';
import { blockedStorage } from './blocked-storage.ts';
import { forAdmins } from './for-admins.ts';
import { forEveryone } from './for-everyone.ts';
import { secondFactor } from './second-factor.ts';
import { today } from './today.ts';
import { turn } from './turn.ts';
import type { WithMany } from './with-many.ts';

/** All Spanish texts: for all countries, addressing the user as 'tú'. */
export const es: WithMany<typeof en> = {
  ...forEveryone,
  ...forAdmins,
  ...secondFactor,
  ...turn,
  ...today,
  ...blockedStorage,
};
