import { delMany, keys } from 'idb-keyval';
import { accountStorage, readJson } from './account-storage.ts';
import { type CountCategory, database, getKindOptions, parseKey, stopStoring } from './kinds.ts';

const DAY_MS = 86_400_000;
/** Days for which unsent data of signed-out accounts is retained. */
const UNSENT_DAYS = 30;
const OWN_DEVICE_DAYS = 365;

/** True if the user marked this device as their own: their data stays when they log out. */
export const ownDevice = accountStorage<boolean>('own');
/** Time in milliseconds since which an account with data here has been signed out. */
const signedOutAt = accountStorage<number>('left');

async function listKeys() {
  const databaseKeys = await keys<string>(database).catch(() => []);
  return [...Object.keys(localStorage), ...databaseKeys].flatMap((key) => parseKey(key) ?? []);
}

/**
 * Erases data that must not stay on the device. The signed-in account (null: none) keeps everything; an account that owns the
 * device keeps everything for a year; other accounts keep unsent data for 30 days. `erasedAccount` keeps nothing.
 */
export async function sweep(signedIn: string | null, erasedAccount: string | null = null): Promise<void> {
  const now = Date.now();
  const isRetained = ({ account, kind }: { account: string; kind: string }) => {
    if (account === erasedAccount) return false;
    if (account === signedIn) return kind !== 'left';
    const isOwner = ownDevice.read(account) === true;
    const age = now - (signedOutAt.read(account) ?? now);
    return (
      (isOwner || getKindOptions(kind)?.isUnsent) && age < (isOwner ? OWN_DEVICE_DAYS : UNSENT_DAYS) * DAY_MS
    );
  };
  const stored = await listKeys();
  const erased = stored.filter((key) => !isRetained(key)).map(({ key }) => key);
  const accountsWithData = new Set(
    stored.filter((key) => key.kind !== 'left' && isRetained(key)).map(({ account }) => account),
  );
  for (const account of new Set(stored.map((key) => key.account))) {
    const isAway = account !== signedIn && accountsWithData.has(account);
    signedOutAt.write(account, isAway ? (signedOutAt.read(account) ?? now) : undefined);
  }
  for (const key of erased) localStorage.removeItem(key);
  await delMany(erased, database).catch(() => undefined);
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
  const keepsData = account !== null && (keepsUnsent || ownDevice.read(account) === true);
  await sweep(null, keepsData ? null : account);
  for (const key of Object.keys(localStorage)) if (!parseKey(key)) localStorage.removeItem(key);
  sessionStorage.clear();
}

/** Calls back with an account that signs out in another tab. */
export const onSignedOutElsewhere = (listener: (account: string) => void): void =>
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== SIGNED_OUT || newValue === null) return;
    stopStoring(newValue);
    listener(newValue);
  });

export type StoredCounts = Partial<Record<CountCategory, number>>;

/** Counts an account's stored items: unsent ones, which the server doesn't have, and others. */
export async function countStored(account: string): Promise<{ unsent: StoredCounts; other: StoredCounts }> {
  const items = (await listKeys()).filter((key) => key.account === account);
  const count = (isUnsent: boolean): StoredCounts => {
    const groups = new Map<CountCategory, Set<string>>();
    for (const { kind, item } of items) {
      const { category, group, isUnsent: isKindUnsent = false } = getKindOptions(kind) ?? {};
      if (!category || isKindUnsent !== isUnsent) continue;
      groups.set(category, (groups.get(category) ?? new Set()).add(kind + (group?.exec(item)?.[0] ?? item)));
    }
    return Object.fromEntries([...groups].map(([category, { size }]) => [category, size]));
  };
  return { unsent: count(true), other: count(false) };
}

/** Returns an account's entries in local storage, for its data export. */
export const exportStored = (account: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(localStorage)
      .flatMap((key) => parseKey(key) ?? [])
      .filter((key) => key.account === account)
      .map(({ key, kind, item }) => [`${kind} ${item}`.trim(), readJson(key)]),
  );
