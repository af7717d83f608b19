import { candidates } from '@sayback/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Reply } from '../../api/testing/loopback.ts';
import { candidate } from './testing/candidate.ts';
import { findButton, findCard, JOB, open, resetServer, server } from './testing/open-candidates.tsx';

beforeEach(resetServer);
afterEach(() => void vi.restoreAllMocks());

describe('the list of candidates', () => {
  it('shows the details and progress of each candidate', async () => {
    server.stored = [
      candidate({
        title: 'Uno',
        review_status: 'approved',
        priority: 1,
        review_notes: 'Slow',
        subtitle_scan_status: 'completed',
        subtitle_download_status: 'error',
        subtitle_error: 'YouTube was busy.',
        available_subtitles: [{ language: 'es', kind: 'manual', version_key: 'es' }],
        downloaded_subtitles_languages: ['en'],
      }),
    ];
    await open();
    const firstCard = await findCard('Uno');
    for (const text of [
      'Approved',
      'P1',
      'Slow',
      'ID: aB3-_xYz019',
      'Keyword: short film',
      'Scan: completed',
    ])
      expect(firstCard.getByText(text)).toBeTruthy();
    for (const text of [
      'Download: error',
      'Spanish (manual)',
      'en',
      'YouTube was busy.',
      'Discovered: Mar 1, 2026',
    ])
      expect(firstCard.getByText(text)).toBeTruthy();
    expect(firstCard.getByRole('img', { name: 'The last scan or download failed' })).toBeTruthy();
  });

  it('only offers the review steps that a candidate’s status allows', async () => {
    server.stored = candidates.reviewStatus.options.map((review_status, index) =>
      candidate({ id: index + 1, title: review_status, review_status }),
    );
    await open();
    const buttonTexts = async (title: string) =>
      (await findCard(title)).getAllByRole('button').map((findButton) => findButton.textContent);
    expect(await buttonTexts('pending')).toEqual(['Approve', 'Reject', 'Already Processed', 'Copy URL']);
    expect(await buttonTexts('approved')).toEqual(['Edit Priority', 'Mark as Processed', 'Copy URL']);
    expect(await buttonTexts('rejected')).toEqual(['Copy URL']);
    expect(await buttonTexts('processed')).toEqual(['Copy URL']);
  });

  it('shows a message without candidates, with a link to the search', async () => {
    server.stored = [];
    const { user } = await open();
    expect(await screen.findByText(/No candidates yet/)).toBeTruthy();
    await user.click(screen.getAllByRole('button', { name: 'Search Videos' })[1] as HTMLElement);
    expect(await screen.findByRole('dialog', { name: 'Search YouTube' })).toBeTruthy();
  });

  it('shows a message if loading failed', async () => {
    server.replies = { 'GET /api/youtube-candidates/': { status: 500, body: {} } };
    await open();
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load candidates');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it('puts the tab into the URL, and returns to the first page', async () => {
    const { user, address } = await open('/youtube-candidates?page=2');
    await user.click(await screen.findByRole('tab', { name: 'Pending' }));
    await waitFor(() => expect(address()).toBe('/youtube-candidates?status=pending'));
  });
});

describe('reviewing candidates', () => {
  it('approves with priority 3 by default', async () => {
    const { user, changes } = await open();
    await user.click((await findCard('Uno')).getByRole('button', { name: 'Approve' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve Candidate' }));
    await user.type(dialog.getByLabelText('Notes (optional)'), 'Good');
    await user.click(dialog.getByRole('button', { name: 'Approve' }));
    expect(await (await findCard('Uno')).findByText('Approved')).toBeTruthy();
    const body = { review_status: 'approved', priority: 3, review_notes: 'Good' };
    expect(changes()).toEqual([{ method: 'PATCH', path: '/api/youtube-candidates/1/', body }]);
  });

  it('works with the keys for next, approve, reject and processed', async () => {
    const { user, changes } = await open();
    await findCard('Uno');
    await user.keyboard('j');
    await user.keyboard('a');
    await screen.findByRole('dialog', { name: 'Approve Candidate' });
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.keyboard('r');
    await screen.findByRole('dialog', { name: 'Reject Candidate' });
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.keyboard('p');
    await waitFor(() => expect(changes()).toHaveLength(3));
    expect(changes()).toMatchObject([
      { path: '/api/youtube-candidates/1/', body: { review_status: 'approved', priority: 3 } },
      { path: '/api/youtube-candidates/2/', body: { review_status: 'rejected' } },
      { path: '/api/youtube-candidates/3/', body: { review_status: 'processed' } },
    ]);
  });

  it('ignores keys while typing', async () => {
    const { user, changes } = await open();
    await findCard('Uno');
    await user.keyboard('j');
    await user.type(screen.getByLabelText('Search titles'), 'parka');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(changes()).toEqual([]);
  });

  it('keeps the notes of a step that failed', async () => {
    server.replies = { 'PATCH /api/youtube-candidates/1/': { status: 500, body: {} } };
    const { user } = await open();
    await user.click((await findCard('Uno')).getByRole('button', { name: 'Reject' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject Candidate' }));
    const reason = dialog.getByRole('textbox');
    await user.type(reason, 'Too fast');
    await user.click(dialog.getByRole('button', { name: 'Reject' }));
    expect(await screen.findByText(/Failed to update candidate status/)).toBeTruthy();
    expect(reason.isConnected && (reason as HTMLTextAreaElement).value).toBe('Too fast');
  });

  it('starts no other step before the last one is saved', async () => {
    let reply: (reply: Reply) => void = () => undefined;
    const saved = new Promise<Reply>((resolve) => {
      reply = resolve;
    });
    server.replies = { 'PATCH /api/youtube-candidates/1/': saved };
    const { user, changes } = await open();
    const processed = (await findCard('Uno')).getByRole('button', { name: 'Already Processed' });
    await user.dblClick(processed);
    await user.click((await findCard('Dos')).getByRole('button', { name: 'Approve' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    reply({ status: 200, body: candidate({ id: 1, title: 'Uno', review_status: 'processed' }) });
    expect(await screen.findByText('Marked as processed.')).toBeTruthy();
    expect(changes()).toHaveLength(1);
  });

  it('shows why a review step was refused', async () => {
    server.replies = {
      'PATCH /api/youtube-candidates/1/': { status: 409, body: { detail: 'It was rejected.' } },
    };
    const { user } = await open();
    await user.click((await findCard('Uno')).getByRole('button', { name: 'Already Processed' }));
    expect(await screen.findByText('Failed to update candidate status: It was rejected.')).toBeTruthy();
  });
});

describe('bulk scanning', () => {
  const SCAN_ENDPOINT = 'POST /api/youtube-candidates/bulk-scan-subtitles/';

  it('requires a selection', async () => {
    const { user, changes } = await open();
    await user.click(await findButton('Bulk Scan Subtitles (0)'));
    expect(await screen.findByText('No candidates selected')).toBeTruthy();
    expect(changes()).toEqual([]);
  });

  it('scans the selection, and shows the number of scans', async () => {
    server.replies = { [SCAN_ENDPOINT]: { status: 200, body: { successful_scans: 3, failed: 0 } } };
    const { user, changes } = await open();
    await user.click(await screen.findByLabelText('Select All'));
    await user.click(await findButton('Bulk Scan Subtitles (3)'));
    expect(await screen.findByText('Bulk scan completed! 3 candidates processed successfully.')).toBeTruthy();
    expect(changes()[0]?.body).toEqual({ candidate_ids: [1, 2, 3] });
  });

  it('scans all candidates that match the filter', async () => {
    server.count = 57;
    server.replies = { [SCAN_ENDPOINT]: { status: 200, body: { successful_scans: 57, failed: 0 } } };
    const { user, changes } = await open('/youtube-candidates?status=pending');
    await user.click(await screen.findByLabelText('Select All'));
    await user.click(await findButton('Select all 57 that match'));
    await user.click(await findButton('Bulk Scan Subtitles (57)'));
    await waitFor(() => expect(changes()[0]?.body).toEqual({ filter: { status: 'pending' } }));
  });

  it('follows a longer scan until it ends', async () => {
    const endedJob = { ...JOB, status: 'completed', done: 20, result: { successful_scans: 19, failed: 1 } };
    server.replies = {
      [SCAN_ENDPOINT]: { status: 202, body: { job_id: 9 } },
      'GET /api/jobs/9/': { status: 200, body: endedJob },
    };
    const { user } = await open();
    await user.click(await screen.findByLabelText('Select Uno'));
    await user.click(await findButton('Bulk Scan Subtitles (1)'));
    expect(
      await screen.findByText('Bulk scan completed! 19 candidates processed successfully.'),
    ).toBeTruthy();
    expect(await screen.findByText(/Scanning failed for 1/)).toBeTruthy();
  });

  it('shows a scan that is still running, and can stop it', async () => {
    server.replies = {
      'GET /api/jobs/': { status: 200, body: [JOB] },
      'GET /api/jobs/9/': { status: 200, body: JOB },
      'POST /api/jobs/9/stop/': { status: 200, body: JOB },
    };
    const { user, changes } = await open();
    expect(await screen.findByText('3 of 20 · El faro')).toBeTruthy();
    await user.click(await findButton('Stop'));
    await waitFor(() => expect(changes()[0]?.path).toBe('/api/jobs/9/stop/'));
  });

  it('shows why a scan failed', async () => {
    server.replies = { [SCAN_ENDPOINT]: { status: 503, body: { detail: 'YouTube takes us for a robot.' } } };
    const { user } = await open();
    await user.click(await screen.findByLabelText('Select Uno'));
    await user.click(await findButton('Bulk Scan Subtitles (1)'));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('Bulk scan failed: YouTube takes us for a robot.');
  });

  it('clears the selection when the filter changes', async () => {
    const { user } = await open();
    await user.click(await screen.findByLabelText('Select All'));
    await user.click(screen.getByRole('tab', { name: 'Pending' }));
    expect(await findButton('Bulk Scan Subtitles (0)')).toBeTruthy();
  });
});

describe('copying a URL', () => {
  it('is confirmed', async () => {
    const { user } = await open();
    await user.click((await findCard('Uno')).getByRole('button', { name: 'Copy URL' }));
    expect(await screen.findByText('YouTube URL copied to clipboard!')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe('https://www.youtube.com/watch?v=aB3-_xYz019');
  });

  it('shows the URL if it can’t be copied', async () => {
    const { user } = await open();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
    await user.click((await findCard('Uno')).getByRole('button', { name: 'Copy URL' }));
    expect(
      await screen.findByText(
        'Failed to copy URL. Please copy manually: https://www.youtube.com/watch?v=aB3-_xYz019',
      ),
    ).toBeTruthy();
  });
});
