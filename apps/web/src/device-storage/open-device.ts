import { clear, createStore, del, entries, get, keys, set } from 'idb-keyval';
import { readJson, writeJson } from './account-storage.ts';
import { buildKey, database, type Kind } from './kinds.ts';
import { sweep } from './sweep.ts';

type Item = [kind: Kind, item: string, value: unknown];

/** Converts values that the previous release stored, by the name that its keys had before a username. */
const CONVERTERS: Record<string, (value: object) => Item[]> = {
  unsent_attempts: (value) => Object.values(value).map((attempt) => ['turn', attempt.id, attempt]),
  unsaved_progress: (value) =>
    Object.entries(value).map(([video, progress]) => ['progress', video, progress]),
  unsaved_preferences: (value) => [['preferences', '', value]],
  recording: (value) => [['recording', '', value]],
};

function migrateLocalStorage(account: string, username: string): void {
  for (const key of Object.keys(localStorage)) {
    const [, name = '', owner] = /^(\w+):(.*)$/.exec(key) ?? [];
    const convert = CONVERTERS[name];
    if (!convert) continue;
    const items = owner === username ? convert(readJson<object>(key) ?? {}) : [];
    localStorage.removeItem(key);
    for (const [kind, item, value] of items) writeJson(buildKey(account, kind, item), value);
  }
}

async function migrateDatabase(account: string, username: string): Promise<void> {
  for (const key of await keys<string>(database)) {
    const [, sync, owner, item] = /^unsaved(-sync)?:([^:]*):(.*)$/.exec(key) ?? [];
    if (item === undefined) continue;
    if (owner === username)
      await set(buildKey(account, sync ? 'cues' : 'rows', item), await get(key, database), database);
    await del(key, database);
  }
  const TAKES = 'sayback-takes';
  if (!(await indexedDB.databases()).some(({ name }) => name === TAKES)) return;
  const takes = createStore(TAKES, 'takes');
  for (const [, { username: owner, ...take }] of await entries(takes)) {
    if (owner === username)
      await set(buildKey(account, 'take', `${take.recordedAt} ${take.line}`), take, database);
  }
  await clear(takes);
}

let opened: { account: string; done: Promise<void> } | undefined;

/**
 * Assigns the device to an account, once per page: migrates the previous release's data for its username, erases that for
 * other usernames (their accounts are unknown), and sweeps.
 */
export function openDevice(account: string, username: string): void {
  if (opened?.account === account) return;
  migrateLocalStorage(account, username);
  const migration = migrateDatabase(account, username).catch(() => undefined);
  opened = { account, done: migration.then(() => sweep(account)) };
}

/** Resolves once the database is migrated and readable. */
export const waitForDevice = async (): Promise<void> => opened?.done;
