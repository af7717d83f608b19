import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { storeInOtherTab } from '../testing/memory-store.ts';
import { accountStorage } from './account-storage.ts';
import { buildKey } from './kinds.ts';
import { clearDevice, countStored, exportStored, ownDevice, sweep } from './sweep.ts';
import { listTakes, saveTake } from './take-store.ts';
import { takeUnsavedWork } from './unsaved-storage.ts';

const DAY = 86_400_000;
const turns = accountStorage<object>('turn');
const recording = accountStorage<object>('recording');
const take = {
  videoId: 7,
  line: 'one',
  text: 'Hello.',
  recordedAt: '2026-01-02T03:04:05Z',
  sound: new Blob(['sound'], { type: 'audio/webm' }),
};

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => vi.useRealTimers());

/** Stores one item of several kinds. The tests use account ids of which one starts with the other. */
async function storeEverything(account: string): Promise<void> {
  turns.write(account, { id: 'a' }, '0192d4f0-0000-7000-8000-000000000000');
  recording.write(account, { isOn: true });
  await saveTake(account, take);
  await storeInOtherTab(buildKey(account, 'rows', 5), [1, { fields: { text_target: 'Hola.' }, version: 1 }]);
}
async function countEverything(account: string) {
  const { unsent, other } = await countStored(account);
  return { ...unsent, ...other, recording: recording.read(account) !== undefined };
}
const ALL = { turns: 1, subtitles: 1, recordings: 1, recording: true };
const UNSENT = { turns: 1, subtitles: 1, recording: false };
const NOTHING = { recording: false };

it('signing in erases all of another account’s data except unsent data, and keeps all of its own', async () => {
  await storeEverything('1');
  await storeEverything('12');
  await sweep('12');
  expect(await countEverything('1')).toEqual(UNSENT);
  expect(await countEverything('12')).toEqual(ALL);
});

it('signing in erases no data of an account that owns the device', async () => {
  await storeEverything('1');
  ownDevice.write('1', true);
  await sweep('12');
  expect(await countEverything('1')).toEqual(ALL);
});

it('unsent data is erased 30 days after its account was last signed in', async () => {
  await storeEverything('1');
  await sweep('12');
  vi.setSystemTime(Date.now() + 29 * DAY);
  await sweep('1');
  await sweep('12');
  vi.setSystemTime(Date.now() + 29 * DAY);
  await sweep('12');
  expect(await countEverything('1')).toEqual(UNSENT);
  vi.setSystemTime(Date.now() + 2 * DAY);
  await sweep('12');
  expect(await countEverything('1')).toEqual(NOTHING);
  expect({ ...localStorage }).toEqual({});
});

it('logging out clears all of local storage, except other accounts’ unsent data', async () => {
  await storeEverything('20');
  await storeEverything('21');
  localStorage.setItem('color_scheme', 'dark');
  localStorage.setItem('access_token', 'a');
  await clearDevice('21', false);
  expect(await countEverything('21')).toEqual(NOTHING);
  expect(await countEverything('20')).toEqual(UNSENT);
  expect(Object.keys(localStorage).every((key) => key.startsWith('account:20:'))).toBe(true);
});

it('logging out keeps unsent data if requested, and everything on the user’s own device', async () => {
  await storeEverything('30');
  await clearDevice('30', true);
  expect(await countEverything('30')).toEqual(UNSENT);
  await storeEverything('31');
  ownDevice.write('31', true);
  await clearDevice('31', false);
  expect(await countEverything('31')).toEqual(ALL);
});

it('stores no data of an account that has logged out', async () => {
  await clearDevice('40', false);
  await storeEverything('40');
  turns.write('41', { id: 'b' }, 'b');
  expect({ ...(await countEverything('40')), subtitles: undefined }).toEqual(NOTHING);
  expect(turns.items('41')).toEqual(['b']);
});

it('erases all data of a deleted account, even on its own device', async () => {
  await storeEverything('50');
  ownDevice.write('50', true);
  await sweep(null, '50');
  expect(await countEverything('50')).toEqual(NOTHING);
  expect({ ...localStorage }).toEqual({});
});

it('counts the segments of a line as one turn, and the tabs of a subtitle as one subtitle', async () => {
  turns.write('60', {}, '0192d4f0-0000-7000-8000-000000000000');
  turns.write('60', {}, '0192d4f0-0000-7abc-8000-000000000001');
  turns.write('60', {}, '0192d4f0-0001-7abc-8000-000000000001');
  for (const tab of ['a', 'b']) await storeInOtherTab(`${buildKey('60', 'rows', 5)} in ${tab}`, [1, {}]);
  expect((await countStored('60')).unsent).toEqual({ turns: 2, subtitles: 1 });
});

it('exports only the data of the account', async () => {
  await storeEverything('1');
  await storeEverything('12');
  expect(exportStored('1')).toEqual({
    'turn 0192d4f0-0000-7000-8000-000000000000': { id: 'a' },
    recording: { isOn: true },
  });
  expect(await listTakes('1')).toHaveLength(1);
  expect(await takeUnsavedWork(buildKey('12', 'rows', 5))).toHaveLength(1);
});
