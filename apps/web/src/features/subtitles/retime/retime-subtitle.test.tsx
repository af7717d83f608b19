import type { subtitles } from '@sayback/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Received, Reply } from '../../../api/testing/loopback.ts';
import { type OpenedPage, openPage } from '../../../testing/open-page.tsx';
import { targetSubtitle } from '../testing/samples.ts';
import { SubtitleCard } from '../tracks/subtitle-card.tsx';

const CUES = [
  { start: 0, end: 1000, text: 'Uno' },
  { start: 2000, end: 3000, text: 'Dos' },
  { start: 10_000, end: 12_000, text: 'Tres' },
];
const JOB = {
  id: 3,
  kind: 'sound-times',
  subject: 'subtitle:5',
  status: 'completed',
  done: 1,
  total: null,
  message: '',
  created_at: '2026-01-02T03:04:05Z',
};
const UPLOADED_AT = '2026-01-02T03:04:05Z';

let opened: OpenedPage;
let sent: { path: string; body: unknown }[];
let rejection: Reply | null;
let hasSound: boolean;
let times: subtitles.SoundTimes | null;

function respond({ method, path, body }: Received): Reply | undefined {
  if (method === 'GET' && path === '/api/subtitles/5/cues/')
    return { status: 200, body: { uploaded_at: UPLOADED_AT, cues: CUES, has_sound: hasSound } };
  if (path === '/api/jobs/3/') return { status: 200, body: { ...JOB, result: times } };
  if (path.startsWith('/api/jobs/?')) return { status: 200, body: [] };
  if (path === '/api/subtitles/5/sound-times/') return { status: 202, body: { job_id: 3 } };
  if (method === 'GET' && path === '/api/videos/7/subtitles/') {
    const original = targetSubtitle({ id: 4, language: 'en', is_original: true });
    return { status: 200, body: { results: [original, targetSubtitle()] } };
  }
  if (method === 'GET') return undefined;
  sent.push({ path, body });
  return rejection ?? { status: 200, body: { saved_revision_id: 9, subtitle: targetSubtitle() } };
}

beforeEach(async () => {
  sent = [];
  rejection = null;
  hasSound = false;
  const component = () => <SubtitleCard subtitle={targetSubtitle()} originalLanguage="en" canAlign />;
  opened = await openPage({ path: '/', component }, '/', respond);
});

async function openDialog() {
  await opened.user.click(await screen.findByRole('button', { name: 'Change times' }));
  return within(await screen.findByRole('dialog', { name: 'Change times' }));
}
const sentTimes = () => (sent[0]?.body as { times: unknown[] } | undefined)?.times;

describe('retiming a subtitle', () => {
  it('closes once applied, so that a second click can’t shift the cues twice', async () => {
    const dialog = await openDialog();
    await opened.user.type(dialog.getByLabelText(/^By how many seconds/), '1.5{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toHaveLength(1);
    const reopened = await openDialog();
    expect(reopened.getByLabelText<HTMLInputElement>(/^By how many seconds/).value).toBe('');
  });

  it('is closed by Escape if nothing was typed', async () => {
    await openDialog();
    await opened.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('shifts a segment and all after it, after a preview, and can be undone', async () => {
    const dialog = await openDialog();
    await opened.user.type(dialog.getByLabelText(/^By how many seconds/), '-1,5');
    const from = dialog.getByLabelText(/^From cue/);
    await opened.user.clear(from);
    await opened.user.type(from, '2');
    expect(await dialog.findByText('Moves 2 cues')).toBeTruthy();
    expect(dialog.getByText('00:00:00.500')).toBeTruthy();
    expect(sent).toEqual([]);
    await opened.user.click(dialog.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ path: '/api/subtitles/5/times/', body: { uploaded_at: UPLOADED_AT } });
    expect(sentTimes()).toEqual([
      { start: 0, end: 1000 },
      { start: 500, end: 1500 },
      { start: 8500, end: 10_500 },
    ]);
    await opened.user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(sent[1]?.path).toBe('/api/revisions/9/apply/'));
  });

  it('stretches the cues so that two of them get the typed starts', async () => {
    const dialog = await openDialog();
    await opened.user.click(dialog.getByText('Stretch'));
    const [, last] = dialog.getAllByLabelText('Really starts at');
    if (!last) throw new Error('no second point');
    await opened.user.clear(last);
    expect(dialog.getByRole('alert')).toBeTruthy();
    await opened.user.type(last, '11');
    await opened.user.click(dialog.getByRole('button', { name: 'Apply' }));
    await waitFor(() =>
      expect(sentTimes()).toEqual([
        { start: 0, end: 1100 },
        { start: 2200, end: 3300 },
        { start: 11_000, end: 13_200 },
      ]),
    );
  });

  it('converts the cues to another frame rate', async () => {
    const dialog = await openDialog();
    await opened.user.click(dialog.getByText('Stretch'));
    await opened.user.click(dialog.getByRole('combobox', { name: 'Frame rate' }));
    await opened.user.click(await screen.findByRole('option', { name: '25 → 24 frames per second' }));
    await opened.user.click(dialog.getByRole('button', { name: 'Apply' }));
    await waitFor(() =>
      expect(sentTimes()).toEqual([
        { start: 0, end: 1042 },
        { start: 2083, end: 3125 },
        { start: 10_417, end: 12_500 },
      ]),
    );
  });

  it('offers the video’s other subtitles for synchronising, the original first', async () => {
    const dialog = await openDialog();
    await opened.user.click(dialog.getByText('Synchronise'));
    const reference = dialog.getByRole<HTMLInputElement>('combobox', { name: 'Reference subtitle' });
    expect(reference.value).toBe('English (Original)');
  });

  it('doesn’t offer the sound if the video has none', async () => {
    const dialog = await openDialog();
    expect(dialog.queryByText('By the sound')).toBeNull();
  });

  async function findTimesBySound(found: subtitles.SoundTimes | null) {
    hasSound = true;
    times = found;
    const dialog = await openDialog();
    await opened.user.click(await dialog.findByText('By the sound'));
    await opened.user.click(dialog.getByRole('button', { name: 'Listen' }));
    return dialog;
  }

  it('moves the cues to the times found in the sound', async () => {
    const steps = [
      { from: 0, offset: 500 },
      { from: 10_000, offset: 2500 },
    ];
    const dialog = await findTimesBySound({ scale: 1, steps, certainty: 0.99, isSure: true });
    expect(await dialog.findByText('Moves 3 cues')).toBeTruthy();
    expect(dialog.getByText('High')).toBeTruthy();
    expect(dialog.getByText(/2.* s from 00:00:10\.000 on/)).toBeTruthy();
    await opened.user.click(dialog.getByRole('button', { name: 'Apply' }));
    await waitFor(() =>
      expect(sentTimes()).toEqual([
        { start: 500, end: 1500 },
        { start: 2500, end: 3500 },
        { start: 12_500, end: 14_500 },
      ]),
    );
  });

  it('shows that the sound gave no result, or an uncertain one', async () => {
    const dialog = await findTimesBySound({
      scale: 1,
      steps: [{ from: 0, offset: 9000 }],
      certainty: 0.2,
      isSure: false,
    });
    expect(await dialog.findByText(/The sound doesn't settle it/)).toBeTruthy();
    await opened.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const reopened = await findTimesBySound(null);
    expect(await reopened.findByText(/Can't tell from the sound where these cues belong/)).toBeTruthy();
    expect(reopened.getByRole<HTMLButtonElement>('button', { name: 'Apply' }).disabled).toBe(true);
  });

  it('reports a conflicting change by someone else, and keeps the input', async () => {
    rejection = { status: 409, body: { detail: 'Someone else changed this subtitle in the meantime.' } };
    const dialog = await openDialog();
    await opened.user.type(dialog.getByLabelText(/^By how many seconds/), '1');
    await opened.user.click(dialog.getByRole('button', { name: 'Apply' }));
    expect(await screen.findByText(/Someone else changed this subtitle/)).toBeTruthy();
    expect(dialog.getByLabelText<HTMLInputElement>(/^By how many seconds/).value).toBe('1');
  });
});
