import { limitAddress } from '../../../security/limit-address.ts';
import { type CountedLimit, loginNetworks, type RateLimits } from '../rate-limits.ts';
import { hashToken } from './tokens.ts';

/** More points than any limit has, whatever the factor. */
const ALL_POINTS = 1_000_000;

/** An attempt to sign in, counted before the password is verified. */
export type Guess = {
  /** Undoes the counting after a success. */
  refund: () => Promise<void>;
  /**
   * Records a failure. Returns true if failures of unknown browsers should be logged, at most once an hour across all servers.
   */
  fail: () => Promise<boolean>;
  /** Resets the account's earlier failures from this browser or address, after a complete sign-in. */
  clearFailures: () => Promise<void>;
};

/**
 * Counts an attempt to sign in before the password is verified, so that concurrent attempts can't exceed the limit. Throws a
 * 429. Each browser in which the user signed in before has a limit of its own, which nobody else can use up. All other browsers
 * share their network's limit, and get one attempt every 30 seconds after a hundred failures an hour for the account. After
 * 3,000 failures an hour in unknown browsers that applies to each network, except for addresses with a sign-in in the last month.
 */
export async function limitGuess(
  limits: RateLimits,
  usernameKey: string,
  { ip, device }: { ip: string; device: string | null },
): Promise<Guess> {
  const accountLimit: CountedLimit = [
    'login_account',
    hashToken(device ? `${usernameKey} device ${device}` : `${usernameKey} ${limitAddress(ip)}`),
  ];
  const address = hashToken(limitAddress(ip));
  const networks = loginNetworks(ip);
  const shared = device ? [] : [...networks, await chooseUnknownDevicesLimit(limits, hashToken(usernameKey))];
  if (
    !device &&
    (await limits.isUsedUp('login_flood', 'all')) &&
    !(await limits.isUsedUp('login_success', address))
  ) {
    shared.push(['login_network_trickle', networks.at(-1)?.[1] ?? address]);
  }
  await limits.takeAll([...shared, accountLimit]);
  const takePoint = async (limit: 'login_flood' | 'login_warning' | 'login_warning_logged') =>
    (await limits.takeUpTo(limit, 'all', 1)) === 1;
  return {
    refund: async () => {
      if (shared.length > 0) await limits.refund(shared);
    },
    async fail() {
      if (device) return false;
      limits.failures.fromUnknownDevices += 1;
      await takePoint('login_flood');
      return !(await takePoint('login_warning')) && (await takePoint('login_warning_logged'));
    },
    async clearFailures() {
      await limits.clear(...accountLimit);
      await limits.takeUpTo('login_success', address, ALL_POINTS);
    },
  };
}

async function chooseUnknownDevicesLimit(limits: RateLimits, account: string): Promise<CountedLimit> {
  const isUnderAttack = await limits.isUsedUp('login_strangers', account);
  return [isUnderAttack ? 'login_trickle' : 'login_strangers', account];
}
