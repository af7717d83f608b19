import { subtitles } from '@sayback/contract';
import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Received, Reply } from '../../../api/testing/loopback.ts';
import { turn } from '../../../locales/en/turn.ts';
import { type OpenedPage, openPage } from '../../../testing/open-page.tsx';
import type { Player } from '../player/player.ts';
import { practiceSessionQuery } from '../queries.ts';
import { ReportLine } from './report-line.tsx';

const en = turn.turn;
let page: OpenedPage;

const createSegment = (id: number) => ({
  id,
  start: 1000 * id,
  end: 1000 * id + 900,
  original: 'One.',
  target: 'Uno.',
});
const replay = vi.fn();
const onClose = vi.fn();
afterEach(() => vi.clearAllMocks());

const SAVED: Reply = { status: 204, text: '' };
const LOADED = { alignmentId: 3, segments: [4, 5].map(createSegment), lastSegment: 0 };

/** Opens the panel as in a turn, where closing removes it. The page also shows the line's start. */
async function openReport(
  ids: number[],
  respond: (received: Received) => Promise<Reply> | Reply = () => SAVED,
) {
  function Turn() {
    const [isOpen, setOpen] = useState(true);
    const { data } = useQuery({ ...practiceSessionQuery(7, null), queryFn: () => LOADED });
    const close = () => {
      setOpen(false);
      onClose();
    };
    return (
      <>
        <output aria-label="start">{data?.segments[0]?.start}</output>
        {isOpen && (
          <ReportLine
            videoId={7}
            alignmentId={3}
            segments={ids.map(createSegment)}
            player={{ replay } as unknown as Player}
            onClose={close}
          />
        )}
      </>
    );
  }
  page = await openPage({ path: '/', component: Turn }, '/', (received) =>
    received.path.endsWith('/report/') ? respond(received) : undefined,
  );
}
const listReports = () =>
  page.changes().flatMap(({ path, body }) => (path.endsWith('/report/') ? [{ path, body }] : []));
const press = async (name: string) => page.user.click(await screen.findByRole('button', { name }));

it('the report menu reports a wrong text with one press', async () => {
  await openReport([4]);
  await press('Wrong text');
  await waitFor(() =>
    expect(listReports()).toEqual([
      { path: '/api/subtitle-segment/4/report/', body: { kind: 'wrong_text', nudge: null } },
    ]),
  );
  expect(onClose).toHaveBeenCalledOnce();
});

it('the report menu moves a line’s start on each press, plays it each time, and sends it once', async () => {
  await openReport([4]);
  await press('Starts late');
  await screen.findByText('Starts too late?');
  await press('Earlier');
  await press('Earlier');
  await waitFor(() => expect(replay).toHaveBeenCalledTimes(2));
  expect(listReports()).toHaveLength(1);
  await press('Done');
  await waitFor(() => expect(listReports()).toHaveLength(2));
  expect(listReports().at(-1)?.body).toEqual({ kind: 'starts_late', nudge: { start_ms: -100, end_ms: 0 } });
});

it('the report menu reports and moves the end of the last segment of a sentence', async () => {
  await openReport([4, 5]);
  await press('Ends early');
  await press('Later');
  await press('Close');
  await waitFor(() => expect(listReports()).toHaveLength(2));
  const path = '/api/subtitle-segment/5/report/';
  expect(listReports()).toEqual([
    { path, body: { kind: 'ends_early', nudge: null } },
    { path, body: { kind: 'ends_early', nudge: { start_ms: 0, end_ms: 50 } } },
  ]);
});

it.each(subtitles.REPORT_KINDS.map((kind) => [en.report[kind], kind] as const))(
  'the report menu confirms and offers Undo even if it is closed at once: %s',
  async (name, kind) => {
    let save: (reply: Reply) => void = () => undefined;
    await openReport([4], ({ method }) =>
      method === 'POST' ? new Promise((resolve) => (save = resolve)) : SAVED,
    );
    await press(name);
    await waitFor(() => expect(listReports()).toHaveLength(1));
    const close = screen.queryByRole('button', { name: 'Close' });
    if (close) await page.user.click(close);
    expect(screen.queryByText(en.report.title)).toBeNull();
    expect(screen.queryByText(en.report.thanks)).toBeNull();
    save(SAVED);
    await screen.findByText(en.report.thanks);
    await press('Undo');
    await waitFor(() => expect(page.changes().map(({ method }) => method)).toEqual(['POST', 'DELETE']));
    expect(listReports()[0]?.body).toEqual({ kind, nudge: null });
  },
);

it('the report menu sends a report, its adjustment and its withdrawal one after the other', async () => {
  const pendingReplies: ((reply: Reply) => void)[] = [];
  await openReport([4], () => new Promise((resolve) => pendingReplies.push(resolve)));
  await press('Starts late');
  await press('Earlier');
  await press('Done');
  await waitFor(() => expect(listReports()).toHaveLength(1));
  pendingReplies.shift()?.(SAVED);
  await press('Undo');
  expect(page.changes().map(({ method }) => method)).toEqual(['POST', 'POST']);
  pendingReplies.shift()?.(SAVED);
  await waitFor(() => expect(page.changes().map(({ method }) => method)).toEqual(['POST', 'POST', 'DELETE']));
  pendingReplies.shift()?.(SAVED);
});

it('the report menu sends one request if the end isn’t moved', async () => {
  await openReport([4]);
  await press('Ends late');
  await press('Done');
  await screen.findByText(en.report.thanks);
  expect(listReports()).toHaveLength(1);
});

it('Undo also reverts the adjustment, or shows an error if it fails', async () => {
  let reply: Reply = SAVED;
  await openReport([4], () => reply);
  const start = () => screen.getByRole('status', { name: 'start' }).textContent;
  await press('Starts late');
  await press('Earlier');
  await press('Done');
  await waitFor(() => expect(listReports()).toHaveLength(2));
  expect(start()).toBe('3950');
  reply = { status: 503, body: {} };
  await press('Undo');
  await screen.findByText(en.report.undoFailed);
  expect(start()).toBe('3950');
  reply = SAVED;
  await press('Undo');
  await waitFor(() => expect(start()).toBe('4000'));
});
