import { expect, it } from 'vitest';
import { deleteTakes, exportTakes, listTakes, saveTake, TAKES_LIMIT_BYTES } from './take-store.ts';

const createTake = (minute: number, line = 'one', sound = new Blob(['sound'], { type: 'audio/webm' })) => ({
  videoId: 7,
  line,
  text: 'Hello.',
  recordedAt: `2026-01-02T03:${String(minute).padStart(2, '0')}:00Z`,
  sound,
});
const listMinutes = async (account = '1') =>
  (await listTakes(account)).map(({ recordedAt }) => Number(recordedAt.slice(14, 16)));

it('the take store keeps the last three takes of each line', async () => {
  for (const minute of [1, 2, 3, 4]) await saveTake('1', createTake(minute));
  await saveTake('1', createTake(5, 'two'));
  expect(await listMinutes()).toEqual([5, 4, 3, 2]);
});

it('the take store deletes the oldest takes above its size limit', async () => {
  const largeSound = new Blob([new Uint8Array(TAKES_LIMIT_BYTES * 0.4)]);
  for (const minute of [1, 2, 3]) await saveTake('1', createTake(minute, `line ${minute}`, largeSound));
  expect(await listMinutes()).toEqual([3, 2]);
});

it('the take store exports and deletes one account’s takes', async () => {
  await saveTake('1', createTake(1));
  await saveTake('12', createTake(2));
  expect(await exportTakes('1')).toEqual([
    {
      video_id: 7,
      text: 'Hello.',
      recorded_at: '2026-01-02T03:01:00Z',
      type: 'audio/webm',
      data: btoa('sound'),
    },
  ]);
  await deleteTakes('1');
  expect(await listMinutes()).toEqual([]);
  expect(await listMinutes('12')).toEqual([2]);
});
