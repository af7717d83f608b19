import type { subtitles } from '@sayback/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Received, Reply } from '../../../api/testing/loopback.ts';
import { sampleVideo } from '../../../api/testing/samples.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { targetSubtitle } from '../testing/samples.ts';
import { CutsScreen } from './cuts-screen.tsx';

const video = sampleVideo({ original_language: 'en', language_display_name: 'English' });

const cut = (segment_id: number, changes: Partial<subtitles.Cut> = {}): subtitles.Cut => ({
  segment_id,
  version: 4,
  start_ms: 61_300,
  end_ms: 63_000,
  text_original: `Line ${segment_id}`,
  text_target: `Línea ${segment_id}`,
  proposed: { start_ms: 61_100, end_ms: 63_000, source: 'speech', is_sure: true, is_likely: false },
  reports: [],
  learners: 0,
  weight: 0,
  ...changes,
});
const unsure = {
  start_ms: 61_300,
  end_ms: 63_400,
  source: 'learners',
  is_sure: false,
  is_likely: false,
} as const;
const likely = {
  start_ms: 61_500,
  end_ms: 63_000,
  source: 'speech',
  is_sure: false,
  is_likely: true,
} as const;

let queue: { fitted_at: string | null; can_fit: boolean; cuts: subtitles.Cut[] };
let sent: { path: string; body: unknown }[];

const ok = (body: unknown): Reply => ({ status: 200, body });

function respond({ method, path, body }: Received): Reply | undefined {
  if (path === '/api/subtitles/5/') return ok(targetSubtitle());
  if (path === '/api/videos/7/') return ok(video);
  if (path === '/api/alignments/3/cuts/') return ok(queue);
  if (path.startsWith('/api/jobs/')) return ok(path.includes('?') ? [] : undefined);
  if (method !== 'POST') return undefined;
  sent.push({ path, body });
  if (path !== '/api/alignments/3/cuts/move/') return { status: 204 };
  const { cuts } = body as { cuts: subtitles.MovedCut[] };
  return ok({ cuts: cuts.map((moved) => ({ ...moved, version: moved.version + 1 })) });
}

async function open() {
  const opened = await openPage({ path: '/cuts/$subtitleId', component: CutsScreen }, '/cuts/5', respond);
  return opened;
}
const items = () => screen.findAllByTestId('cut');

beforeEach(() => {
  sent = [];
  queue = { fitted_at: null, can_fit: true, cuts: [] };
});

describe('the queue of cuts', () => {
  it('shows each line’s reports, and the proposed shift of its start and end', async () => {
    const reports = [{ kind: 'starts_late' as const, count: 3 }];
    queue.cuts = [cut(1, { reports, learners: 2 }), cut(2, { proposed: unsure })];
    await open();
    const [first, second] = (await items()).map(({ textContent }) => textContent);
    expect(first).toMatch(
      /Line 1.*Starts late × 3.*2 learners.*00:01:01\.300 -200 ms.*From the speech · certain/,
    );
    expect(second).toMatch(/00:01:03\.000 \+400 ms.*From learners · please listen/);
  });

  it('moves a single cut, and can undo it', async () => {
    queue.cuts = [cut(1)];
    const { user } = await open();
    await user.click(within((await items())[0] as HTMLElement).getByRole('button', { name: 'Accept' }));
    const moved = { segment_id: 1, version: 4, start_ms: 61_100, end_ms: 63_000 };
    await waitFor(() =>
      expect(sent).toEqual([{ path: '/api/alignments/3/cuts/move/', body: { cuts: [moved] } }]),
    );
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    const restored = { cuts: [{ ...moved, version: 5, start_ms: 61_300 }], undo: true };
    await waitFor(() => expect(sent[1]?.body).toEqual(restored));
  });

  it('moves all sure cuts at once, and no others', async () => {
    queue.cuts = [cut(1), cut(2, { proposed: unsure }), cut(3)];
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Apply all 2 certain fixes' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({ cuts: [{ segment_id: 1 }, { segment_id: 3 }] });
  });

  it('moves all likely cuts at once, separately from the sure ones', async () => {
    queue.cuts = [
      cut(1),
      cut(2, { proposed: unsure }),
      cut(3, { proposed: likely }),
      cut(4, { proposed: likely }),
    ];
    const { user } = await open();
    expect(
      (await items()).map(
        ({ textContent }) => / · (certain|likely|please listen)/.exec(textContent ?? '')?.[1],
      ),
    ).toEqual(['certain', 'please listen', 'likely', 'likely']);
    expect(screen.getByText(/Listen to a few of them first/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Apply all 2 likely fixes' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({ cuts: [{ segment_id: 3 }, { segment_id: 4 }] });
  });

  it('declines a report, or marks it as fixed if there is nothing to move', async () => {
    queue.cuts = [cut(1, { proposed: null, reports: [{ kind: 'wrong_text', count: 1 }], learners: 1 })];
    const { user } = await open();
    const item = within((await items())[0] as HTMLElement);
    expect(item.queryByRole('button', { name: 'Accept' })).toBeNull();
    await user.click(item.getByRole('button', { name: 'Done' }));
    await user.click(item.getByRole('button', { name: 'Leave as it is' }));
    await waitFor(() =>
      expect(sent).toEqual([
        { path: '/api/subtitle-segment/1/dismiss-cut/', body: { outcome: 'fixed' } },
        { path: '/api/subtitle-segment/1/dismiss-cut/', body: { outcome: 'declined' } },
      ]),
    );
  });

  it('says that cuts can’t be fitted without readable sound', async () => {
    queue.can_fit = false;
    await open();
    const fit = await screen.findByRole('button', { name: 'Check timing against the speech' });
    expect(fit.hasAttribute('disabled')).toBe(true);
    expect(screen.getByText(/proposals come only from learners/)).toBeTruthy();
    expect(screen.getByText('No reports and no proposals.')).toBeTruthy();
  });
});
