import { limitAddress } from '../../../security/limit-address.ts';
import { type CountedLimit, loginNetworks, type RateLimits } from '../rate-limits.ts';
import { hashToken } from './tokens.ts';

/** All of a limit's points: it is more than any limit has, whatever the factor. */
const ALL = 1_000_000;

/** A try to sign in whose points are taken. */
export type Guess = {
  /** It was right: it counts neither for the network nor for the account. */
  giveBack: () => Promise<void>;
  /** It was wrong. Returns true where strangers have failed so often that it is to be logged, for all servers once an hour. */
  fail: () => Promise<boolean>;
  /** The sign-in is complete: former failures of the account from here don't count any more. */
  forget: () => Promise<void>;
};

/**
 * Takes the points of a try to sign in to an account, before anything is compared, so that many tries at once don't slip
 * through. Throws a 429. A browser in which the person signed in before has points of its own, and no one else can use them
 * up. Strangers share those of their network, and after a hundred failures an hour one try in 30 seconds. So does after
 * 3,000 of all strangers each network, for addresses from which nobody has signed in within a month.
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
  const known = hashToken(limitAddress(ip));
  const networks = loginNetworks(ip);
  const shared = device ? [] : [...networks, await strangersOf(limits, hashToken(usernameKey))];
  if (
    !device &&
    (await limits.isUsedUp('login_flood', 'all')) &&
    !(await limits.isUsedUp('login_success', known))
  ) {
    shared.push(['login_network_trickle', networks.at(-1)?.[1] ?? known]);
  }
  await limits.takeAll([...shared, here]);
  const takeOne = async (limit: 'login_flood' | 'login_warning' | 'login_warning_logged') =>
    (await limits.takeUpTo(limit, 'all', 1)) === 1;
  return {
    giveBack: async () => {
      if (shared.length > 0) await limits.giveBack(shared);
    },
    async fail() {
      if (device) return false;
      limits.failures.ofStrangers += 1;
      await takeOne('login_flood');
      return !(await takeOne('login_warning')) && (await takeOne('login_warning_logged'));
    },
    async forget() {
      await limits.clear(...here);
      await limits.takeUpTo('login_success', known, ALL);
    },
  };
}

async function strangersOf(limits: RateLimits, account: string): Promise<CountedLimit> {
  const isUnderAttack = await limits.isUsedUp('login_strangers', account);
  return [isUnderAttack ? 'login_trickle' : 'login_strangers', account];
}
