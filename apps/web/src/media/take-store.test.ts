import { expect, it } from 'vitest';
import { deleteTakes, exportTakes, listTakes, saveTake, TAKES_LIMIT_BYTES } from './take-store.ts';

const take = (
  minute: number,
  line = 'one',
  username = 'lena',
  sound = new Blob(['sound'], { type: 'audio/webm' }),
) => ({
  username,
  videoId: 7,
  line,
  text: 'Hello.',
  recordedAt: `2026-01-02T03:${String(minute).padStart(2, '0')}:00Z`,
  sound,
});
const minutesOf = async (username = 'lena') =>
  (await listTakes(username)).map(({ recordedAt }) => Number(recordedAt.slice(14, 16)));

it('the store of takes keeps the last three takes of each line', async () => {
  for (const minute of [1, 2, 3, 4]) await saveTake(take(minute));
  await saveTake(take(5, 'two'));
  expect(await minutesOf()).toEqual([5, 4, 3, 2]);
});

it('the store of takes keeps no more than the limit, the newest', async () => {
  const third = new Blob([new Uint8Array(TAKES_LIMIT_BYTES * 0.4)]);
  for (const minute of [1, 2, 3]) await saveTake(take(minute, `line ${minute}`, 'lena', third));
  expect(await minutesOf()).toEqual([3, 2]);
});

it('the store of takes exports and deletes the takes of one person', async () => {
  await saveTake(take(1));
  await saveTake(take(2, 'one', 'max'));
  expect(await exportTakes('lena')).toEqual([
    {
      video_id: 7,
      text: 'Hello.',
      recorded_at: '2026-01-02T03:01:00Z',
      type: 'audio/webm',
      data: btoa('sound'),
    },
  ]);
  await deleteTakes('lena');
  expect(await minutesOf()).toEqual([]);
  expect(await minutesOf('max')).toEqual([2]);
});
