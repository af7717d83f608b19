import { limitAddress } from '../../../security/limit-address.ts';
import { type CountedLimit, loginNetworks, type RateLimits } from '../rate-limits.ts';
import { hashToken } from './tokens.ts';

/** A try to sign in whose points are taken. */
export type Guess = {
  /** It was right: it counts neither for the network nor for the account. */
  giveBack: () => Promise<void>;
  /** The sign-in is complete: former failures of the account from here don't count any more. */
  forget: () => Promise<void>;
};

/**
 * Takes the points of a try to sign in to an account, before anything is compared, so that many tries at once don't slip
 * through. Throws a 429. A browser in which the person signed in before has points of its own, and no one else can use them
 * up. Strangers share those of their network, and after a hundred failures an hour one try in 30 seconds.
 */
export async function limitGuess(
  limits: RateLimits,
  usernameKey: string,
  { ip, device }: { ip: string; device: string | null },
): Promise<Guess> {
  const here: CountedLimit = [
    'login_account',
    hashToken(device ? `${usernameKey} device ${device}` : `${usernameKey} ${limitAddress(ip)}`),
  ];
  const shared = device ? [] : [...loginNetworks(ip), await strangersOf(limits, hashToken(usernameKey))];
  await limits.takeAll([...shared, here]);
  return {
    giveBack: async () => {
      if (shared.length > 0) await limits.giveBack(shared);
    },
    forget: () => limits.clear(...here),
  };
}

async function strangersOf(limits: RateLimits, account: string): Promise<CountedLimit> {
  const isUnderAttack = await limits.isUsedUp('login_strangers', account);
  return [isUnderAttack ? 'login_trickle' : 'login_strangers', account];
}
