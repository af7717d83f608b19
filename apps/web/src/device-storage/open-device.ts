import { clear, createStore, del, entries, get, keys, set } from 'idb-keyval';
import { readJson, writeJson } from './account-storage.ts';
import { type Kind, objects, toKey } from './kinds.ts';
import { sweep } from './sweep.ts';

type Item = [kind: Kind, item: string, value: unknown];

/** Names that the previous release used in local storage, each followed by a username. */
const FORMER: Record<string, (value: object) => Item[]> = {
  unsent_attempts: (value) => Object.values(value).map((attempt) => ['turn', attempt.id, attempt]),
  unsaved_progress: (value) => Object.entries(value).map(([video, place]) => ['progress', video, place]),
  unsaved_preferences: (value) => [['preferences', '', value]],
  recording: (value) => [['recording', '', value]],
};

function moveFormerValues(account: string, username: string): void {
  for (const key of Object.keys(localStorage)) {
    const [, name = '', owner] = /^(\w+):(.*)$/.exec(key) ?? [];
    const itemsOf = FORMER[name];
    if (!itemsOf) continue;
    const items = owner === username ? itemsOf(readJson<object>(key) ?? {}) : [];
    localStorage.removeItem(key);
    for (const [kind, item, value] of items) writeJson(toKey(account, kind, item), value);
  }
}

async function moveFormerObjects(account: string, username: string): Promise<void> {
  for (const key of await keys<string>(objects)) {
    const [, sync, owner, item] = /^unsaved(-sync)?:([^:]*):(.*)$/.exec(key) ?? [];
    if (item === undefined) continue;
    if (owner === username)
      await set(toKey(account, sync ? 'cues' : 'rows', item), await get(key, objects), objects);
    await del(key, objects);
  }
  const TAKES = 'sayback-takes';
  if (!(await indexedDB.databases()).some(({ name }) => name === TAKES)) return;
  const takes = createStore(TAKES, 'takes');
  for (const [, { username: owner, ...take }] of await entries(takes)) {
    if (owner === username)
      await set(toKey(account, 'take', `${take.recordedAt} ${take.line}`), take, objects);
  }
  await clear(takes);
}

let opened: { account: string; done: Promise<void> } | undefined;

/**
 * Assigns the device to an account, once per page: moves the previous release's data for its username, erases that for
 * other usernames, whose owners are unknown by now, and sweeps.
 */
export function openDevice(account: string, username: string): void {
  if (opened?.account === account) return;
  moveFormerValues(account, username);
  const moved = moveFormerObjects(account, username).catch(() => undefined);
  opened = { account, done: moved.then(() => sweep(account)) };
}

/** Resolves once the database is migrated and can be read. */
export const deviceReady = async (): Promise<void> => opened?.done;
