import type { jobs } from '@sayback/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Received, Reply } from '../../../api/testing/loopback.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { revision } from '../testing/samples.ts';
import { DownloadMenu } from './download-menu.tsx';

const job = (changes: Partial<jobs.Job> = {}): jobs.Job => ({
  id: 21,
  kind: 'apkg',
  subject: 'revision:4',
  status: 'running',
  done: 3,
  total: 9,
  message: '',
  result: null,
  created_at: '2026-01-02T03:04:05Z',
  ...changes,
});

let currentJob: jobs.Job;
let downloadedUrls: string[];

function respond({ method, path }: Received): Reply | undefined {
  if (path === '/api/downloads/') return { status: 201, body: { url: null, job_id: 21 } };
  if (path === '/api/jobs/21/stop/' && method === 'POST') currentJob = job({ status: 'stopped' });
  if (path === '/api/jobs/21/' || path === '/api/jobs/21/stop/') return { status: 200, body: currentJob };
  if (path !== '/api/jobs/21/events/') return undefined;
  return { status: 200, stream: (response) => response.write(`data: ${JSON.stringify(currentJob)}\n\n`) };
}

async function makeDeck() {
  const component = () => <DownloadMenu revision={revision(4)} />;
  const opened = await openPage({ path: '/', component }, '/', respond);
  await opened.user.click(await screen.findByRole('button', { name: 'Download' }));
  await opened.user.click(await screen.findByRole('menuitem', { name: 'Anki deck (.apkg)' }));
  return { ...opened, dialog: within(await screen.findByRole('dialog', { name: 'Anki deck (.apkg)' })) };
}

beforeEach(() => {
  currentJob = job();
  downloadedUrls = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    downloadedUrls.push(this.getAttribute('href') ?? '');
  });
});
afterEach(() => void vi.restoreAllMocks());

describe('an Anki deck', () => {
  it('is built by a job with visible progress, which can be stopped', async () => {
    const { user, dialog } = await makeDeck();
    expect(await dialog.findByText('3 of 9')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Stop' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(downloadedUrls).toEqual([]);
  });

  it('is downloaded when it is ready, and can be downloaded again', async () => {
    currentJob = job({ status: 'completed', result: { url: '/downloads/deck' } });
    const { dialog } = await makeDeck();
    expect((await dialog.findByRole('link', { name: 'Save the deck' })).getAttribute('href')).toBe(
      '/downloads/deck',
    );
    expect(downloadedUrls).toEqual(['/downloads/deck']);
  });

  it('shows why it couldn’t be built', async () => {
    currentJob = job({ status: 'failed', message: 'The media file is damaged.' });
    const { dialog } = await makeDeck();
    expect((await dialog.findByRole('alert')).textContent).toBe('The media file is damaged.');
  });
});
