import { limitAddress } from '../../../security/limit-address.ts';
import { type CountedLimit, loginNetworks, type RateLimits } from '../rate-limits.ts';
import { hashToken } from './tokens.ts';

/** More points than any limit has, with any factor. */
const ALL = 1_000_000;

/** An attempt to sign in, whose points are consumed. */
export type Guess = {
  /** Refunds the points after a success, which counts neither for the network nor for the account. */
  refund: () => Promise<void>;
  /**
   * Records a failure. Returns true if failures of unknown browsers should be logged, at most once an hour across all servers.
   */
  fail: () => Promise<boolean>;
  /** Resets the account's earlier failures from here, after a complete sign-in. */
  forget: () => Promise<void>;
};

/**
 * Consumes the points of an attempt to sign in, before anything is compared, so that concurrent attempts can't slip through.
 * Throws a 429. A browser in which the user signed in before has its own points, which no one else can use up. Other browsers
 * share those of their network; after a hundred failures an hour they get one attempt every 30 seconds. After 3,000 failures of
 * all unknown browsers that applies to each network, for addresses without a sign-in in the last month.
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
  const shared = device ? [] : [...networks, await unknownDevicesLimit(limits, hashToken(usernameKey))];
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
    refund: async () => {
      if (shared.length > 0) await limits.refund(shared);
    },
    async fail() {
      if (device) return false;
      limits.failures.fromUnknownDevices += 1;
      await takeOne('login_flood');
      return !(await takeOne('login_warning')) && (await takeOne('login_warning_logged'));
    },
    async forget() {
      await limits.clear(...here);
      await limits.takeUpTo('login_success', known, ALL);
    },
  };
}

async function unknownDevicesLimit(limits: RateLimits, account: string): Promise<CountedLimit> {
  const isUnderAttack = await limits.isUsedUp('login_strangers', account);
  return [isUnderAttack ? 'login_trickle' : 'login_strangers', account];
}
