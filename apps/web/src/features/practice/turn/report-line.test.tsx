import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from '../../../locales/testing/start-i18n.ts';
import { type OpenedPage, openPage } from '../../../testing/open-page.tsx';
import type { Player } from '../player/player.ts';
import { ReportLine } from './report-line.tsx';

beforeAll(startI18n);
let page: OpenedPage;
afterEach(() => page.close());

const segment = (id: number) => ({
  id,
  start: 1000 * id,
  end: 1000 * id + 900,
  original: 'One.',
  target: 'Uno.',
});
const playSegment = vi.fn();
const onClose = vi.fn();
afterEach(() => vi.clearAllMocks());

async function open(ids: number[]) {
  const report = () => (
    <ReportLine
      videoId={7}
      alignmentId={3}
      segments={ids.map(segment)}
      player={{ playSegment } as unknown as Player}
      onClose={onClose}
    />
  );
  page = await openPage({ path: '/', component: report }, '/', ({ path }) =>
    path.endsWith('/report/') ? { status: 204, text: '' } : undefined,
  );
}
const reports = () =>
  page.changes().flatMap(({ path, body }) => (path.endsWith('/report/') ? [{ path, body }] : []));
const press = async (name: string) => page.user.click(await screen.findByRole('button', { name }));

it('the report menu reports a wrong text with one press', async () => {
  await open([4]);
  await press('Wrong text');
  await waitFor(() =>
    expect(reports()).toEqual([
      { path: '/api/subtitle-segment/4/report/', body: { kind: 'wrong_text', nudge: null } },
    ]),
  );
  expect(onClose).toHaveBeenCalledOnce();
});

it('the report menu moves both ends by 50 ms a press, and plays the line as it is then', async () => {
  await open([4]);
  await press('Starts late');
  await press('Start 50 ms earlier');
  await press('Start 50 ms earlier');
  await press('End 50 ms later');
  await press('Hear it');
  await waitFor(() => expect(playSegment).toHaveBeenCalledOnce());
  expect(reports().at(-1)?.body).toEqual({ kind: 'starts_late', nudge: { start_ms: -100, end_ms: 50 } });
});

it('the report menu reports the last segment of a sentence for its end, and moves that end alone', async () => {
  await open([4, 5]);
  await press('Ends early');
  expect(screen.queryByRole('button', { name: 'Start 50 ms earlier' })).toBeNull();
  await press('End 50 ms later');
  await press('Hear it');
  await waitFor(() => expect(reports()).toHaveLength(2));
  const path = '/api/subtitle-segment/5/report/';
  expect(reports()).toEqual([
    { path, body: { kind: 'ends_early', nudge: null } },
    { path, body: { kind: 'ends_early', nudge: { start_ms: 0, end_ms: 50 } } },
  ]);
});
