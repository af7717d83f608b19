import { set } from 'idb-keyval';
import { beforeEach, expect, it } from 'vitest';
import { accountStorage } from './account-storage.ts';
import { buildKey } from './kinds.ts';
import { openDevice, waitForDevice } from './open-device.ts';
import { countStored } from './sweep.ts';
import { takeUnsavedWork } from './unsaved-storage.ts';

beforeEach(() => localStorage.clear());

it('data that the previous release stored for a username goes only to the account signed in with it', async () => {
  for (const username of ['lena', 'max']) {
    localStorage.setItem(`unsent_attempts:${username}`, JSON.stringify([{ id: 'a' }, { id: 'b' }]));
    localStorage.setItem(`unsaved_progress:${username}`, JSON.stringify({ 7: { video_id: 7 } }));
    localStorage.setItem(`recording:${username}`, JSON.stringify({ isOn: true }));
    await set(`unsaved:${username}:5 in x`, [[1, { version: 1 }]]);
    await set(`unsaved-sync:${username}:5:en in x`, [[0, {}]]);
  }
  openDevice('3', 'lena');
  await waitForDevice();
  expect((await countStored('3')).unsent).toEqual({ turns: 2, places: 1, subtitles: 2 });
  expect(accountStorage<object>('turn').read('3', 'b')).toEqual({ id: 'b' });
  expect(accountStorage('recording').read('3')).toEqual({ isOn: true });
  expect(await takeUnsavedWork(buildKey('3', 'rows', 5))).toEqual([[1, { version: 1 }]]);
  const otherKeys = Object.keys(localStorage).filter((key) => !key.startsWith('account:3:'));
  expect(otherKeys).toEqual([]);
  openDevice('4', 'max');
  await waitForDevice();
  expect(await countStored('4')).toEqual({ unsent: {}, other: {} });
});
