import { delMany, keys } from 'idb-keyval';
import { accountStorage, readJson } from './account-storage.ts';
import { declared, objects, readKey, type Shown, stopStoring } from './kinds.ts';

const DAY_MS = 86_400_000;
/** Days for which unsent data of signed-out accounts is retained. */
const UNSENT_DAYS = 30;
const OWN_DEVICE_DAYS = 365;

/** True if the user marked this device as their own: their data stays when they log out. */
export const ownDevice = accountStorage<boolean>('own');
const leftAt = accountStorage<number>('left');

async function keptKeys() {
  const inDatabase = await keys<string>(objects).catch(() => []);
  return [...Object.keys(localStorage), ...inDatabase].flatMap((key) => readKey(key) ?? []);
}

/**
 * Erases data that may not stay on the device. The signed-in account (null: none) keeps everything; an account that owns the
 * device keeps everything for a year; other accounts keep unsent data for 30 days. The dropped account keeps nothing.
 */
export async function sweep(present: string | null, dropped: string | null = null): Promise<void> {
  const now = Date.now();
  const stays = ({ account, kind }: { account: string; kind: string }) => {
    if (account === dropped || account === present) return account !== dropped && kind !== 'left';
    const isOwn = ownDevice.read(account) === true;
    const age = now - (leftAt.read(account) ?? now);
    return (isOwn || declared(kind)?.isUnsent) && age < (isOwn ? OWN_DEVICE_DAYS : UNSENT_DAYS) * DAY_MS;
  };
  const all = await keptKeys();
  const removed = all.filter((key) => !stays(key)).map(({ key }) => key);
  const waiting = new Set(
    all.filter((key) => key.kind !== 'left' && stays(key)).map(({ account }) => account),
  );
  for (const account of new Set(all.map((key) => key.account))) {
    const isAway = account !== present && waiting.has(account);
    leftAt.write(account, isAway ? (leftAt.read(account) ?? now) : undefined);
  }
  for (const key of removed) localStorage.removeItem(key);
  await delMany(removed, objects).catch(() => undefined);
}

const SIGNED_OUT = 'signed_out';

/**
 * Clears local storage when an account signs out, except other accounts' unsent data, data on a device of their own, and this
 * account's unsent data for its next login.
 */
export async function clearDevice(account: string | null, keepsUnsent: boolean): Promise<void> {
  if (account !== null) {
    stopStoring(account);
    // Triggers the other tabs' storage event: they stop storing too.
    localStorage.setItem(SIGNED_OUT, account);
  }
  const keeps = account !== null && (keepsUnsent || ownDevice.read(account) === true);
  await sweep(null, keeps ? null : account);
  for (const key of Object.keys(localStorage)) if (!readKey(key)) localStorage.removeItem(key);
  sessionStorage.clear();
}

/** Calls back with an account that signs out in another tab. */
export const onSignedOutElsewhere = (listener: (account: string) => void): void =>
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== SIGNED_OUT || newValue === null) return;
    stopStoring(newValue);
    listener(newValue);
  });

export type Kept = Partial<Record<Shown, number>>;

/** Counts an account's stored items; `isUnsent`: only those that the server doesn't have. */
export async function countKept(account: string): Promise<{ unsent: Kept; other: Kept }> {
  const ones = { unsent: new Map<Shown, Set<string>>(), other: new Map<Shown, Set<string>>() };
  for (const { account: owner, kind, item } of await keptKeys()) {
    const { shown, one, isUnsent } = declared(kind) ?? {};
    if (owner !== account || !shown) continue;
    const counted = ones[isUnsent ? 'unsent' : 'other'];
    counted.set(shown, (counted.get(shown) ?? new Set()).add(kind + (one?.exec(item)?.[0] ?? item)));
  }
  const sizes = (sets: Map<Shown, Set<string>>): Kept =>
    Object.fromEntries([...sets].map(([shown, { size }]) => [shown, size]));
  return { unsent: sizes(ones.unsent), other: sizes(ones.other) };
}

/** Returns an account's entries in local storage, for its data export. */
export const exportKept = (account: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(localStorage)
      .flatMap((key) => readKey(key) ?? [])
      .filter((key) => key.account === account)
      .map(({ key, kind, item }) => [`${kind} ${item}`.trim(), readJson(key)]),
  );
