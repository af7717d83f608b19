import { type candidates, jobs } from '@sayback/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Received, Reply } from '../../../api/testing/loopback.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { candidate, version } from '../testing/candidate.ts';
import { CandidateScreen } from './candidate-screen.tsx';

let stored: candidates.CandidateDetail;
let replies: Record<string, Reply>;

/** A server with one candidate. Replies by method and path take precedence. */
function respond({ method, path, body }: Received): Reply | undefined {
  const [pathname = ''] = path.split('?');
  const reply = replies[`${method} ${pathname}`];
  if (reply) return reply;
  if (pathname === jobs.listJobs.path) return { status: 200, body: [] };
  if (pathname !== '/api/youtube-candidates/5/') return undefined;
  if (method === 'PATCH') Object.assign(stored, body);
  return { status: 200, body: stored };
}

async function open(id = '5') {
  const page = { path: '/youtube-candidates/$id', component: CandidateScreen };
  const opened = await openPage(page, `/youtube-candidates/${id}`, respond);
  return opened;
}
const findButton = (name: string) => screen.findByRole('button', { name });
const findDownloaded = async (key: string) => {
  const name = await screen.findByText(key, { selector: 'h3 span' });
  return within(name.closest('li') as HTMLElement);
};
const subtitlePath = (name: string) => `/api/youtube-candidates/5/${name}/`;

beforeEach(() => {
  replies = {};
  stored = candidate({
    review_status: 'approved',
    subtitle_scan_status: 'completed',
    available_subtitles: [
      { language: 'es', kind: 'auto', version_key: 'es-auto' },
      { language: 'es', kind: 'manual', version_key: 'es' },
    ],
    downloaded_subtitles_languages: ['en', 'es'],
    downloaded_subtitles: {
      en: version({ format: 'srt', cleaned: true, converted_from: 'vtt', changed: true }),
      es: version(),
    },
  });
});

describe('a candidate', () => {
  it.each(['77', 'abc'])('a missing candidate (%s) is reported', async (id) => {
    await open(id);
    expect((await screen.findByRole('alert')).textContent).toBe('Candidate not found');
  });

  it('loading a candidate can be retried', async () => {
    replies = { 'GET /api/youtube-candidates/5/': { status: 500, body: {} } };
    await open();
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load candidate details');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it('can get another language', async () => {
    const { user, changes } = await open();
    await user.click(await findButton('Edit language: Spanish'));
    const field = screen.getByRole('combobox', { name: 'Language' });
    await user.clear(field);
    await user.type(field, 'French');
    await user.click(await screen.findByRole('option', { name: 'French' }));
    await user.click(screen.getByRole('button', { name: 'Save language' }));
    const button = await findButton('Edit language: French');
    await waitFor(() => expect(document.activeElement).toBe(button));
    expect(changes()[0]?.body).toEqual({ language: 'fr' });
  });
});

describe('YouTube’s subtitles', () => {
  it('are downloaded one by one if they are manual', async () => {
    replies = {
      [`POST ${subtitlePath('download-subtitles')}`]: {
        status: 200,
        body: { success: true, downloaded: ['es'], failed: {} },
      },
    };
    const { user, changes } = await open();
    await user.click(await findButton('Download es'));
    expect(await screen.findByText('Subtitle downloaded: es')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Download es-auto' })).toBeNull();
    expect(changes()[0]?.body).toEqual({ language: 'es' });
  });

  it('replace changed subtitles only after a confirmation', async () => {
    const body = { success: true, downloaded: ['es', 'en'], failed: {} };
    replies = { [`POST ${subtitlePath('download-subtitles')}`]: { status: 200, body } };
    const { user, changes } = await open();
    await user.click(await findButton('Download All Subtitles'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/replaces your changes to en\./)).toBeTruthy();
    expect(changes()).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Download again' }));
    expect(await screen.findByText('2 subtitles downloaded.')).toBeTruthy();
  });

  it('show why they couldn’t be downloaded', async () => {
    const body = { success: false, error: 'It is private.', detail: 'It is private.' };
    replies = { [`POST ${subtitlePath('download-subtitles')}`]: { status: 409, body } };
    const { user } = await open();
    await user.click(await findButton('Download es'));
    expect(await screen.findByText('Failed to download es subtitle: It is private.')).toBeTruthy();
  });

  it('are counted by a scan', async () => {
    const body = { success: true, total_subtitles: 4, manual_subtitles: 3 };
    replies = { [`POST ${subtitlePath('scan-subtitles')}`]: { status: 200, body } };
    const { user } = await open();
    await user.click(await findButton('Scan Subtitles'));
    expect(await screen.findByText('Found 4 subtitles (3 manual)')).toBeTruthy();
  });

  it('show why they couldn’t be scanned', async () => {
    replies = { [`POST ${subtitlePath('scan-subtitles')}`]: { status: 502, body: { detail: 'No answer.' } } };
    const { user } = await open();
    await user.click(await findButton('Scan Subtitles'));
    expect(await screen.findByText('Failed to scan subtitles: No answer.')).toBeTruthy();
  });
});

describe('downloaded subtitles', () => {
  it('offer only the actions that still have an effect', async () => {
    await open();
    const buttonTexts = async (key: string) =>
      (await findDownloaded(key)).getAllByRole('button').map((findButton) => findButton.textContent);
    expect(await buttonTexts('en')).toEqual(['View Content', 'Download File', 'Restore original', 'Delete']);
    expect(await buttonTexts('es')).toEqual([
      'View Content',
      'Download File',
      'Convert to SRT',
      'Clean Subtitle',
      'Delete',
    ]);
    expect((await findDownloaded('en')).getByText('Cleaned')).toBeTruthy();
    expect((await findDownloaded('en')).getByText('Converted from vtt')).toBeTruthy();
  });

  it('link to the sync editor by their key', async () => {
    await open();
    const link = (await findDownloaded('es')).getByRole('link', { name: 'Sync' });
    expect(link.getAttribute('href')).toBe('/subtitles/sync/5/es');
  });

  it('can be searched, and copied unchanged', async () => {
    const { user } = await open();
    await user.click((await findDownloaded('es')).getByRole('button', { name: 'View Content' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('searchbox'), 'adios');
    expect(await dialog.findByText('1 of 2')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Copy Raw Text' }));
    expect(await screen.findByText('Subtitle content copied to clipboard!')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe(version().content);
  });

  it('show their key if a conversion fails', async () => {
    replies = { [`POST ${subtitlePath('convert-subtitle')}`]: { status: 409, body: { detail: 'Done.' } } };
    const { user } = await open();
    await user.click((await findDownloaded('es')).getByRole('button', { name: 'Convert to SRT' }));
    expect(await screen.findByText('Failed to convert Spanish subtitle: es')).toBeTruthy();
  });

  it('are deleted only after a confirmation', async () => {
    replies = { [`DELETE ${subtitlePath('delete-subtitle')}`]: { status: 204 } };
    const { user, changes } = await open();
    await user.click((await findDownloaded('es')).getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(changes()).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(changes()[0]?.body).toEqual({ version_key: 'es' }));
  });
});

describe('cleaning a subtitle', () => {
  const CHANGES = [
    { position: 0, index: 1, rule: 'square-brackets', before: '[música] Hola', after: 'Hola' },
    { position: 1, index: 2, rule: 'speaker-label', before: 'JUAN: Adiós', after: 'Adiós' },
  ];

  it('shows that there is nothing to remove', async () => {
    replies = {
      [`POST ${subtitlePath('preview-cleaning')}`]: { status: 200, body: { changes: [], made: 0 } },
    };
    const { user } = await open();
    await user.click((await findDownloaded('es')).getByRole('button', { name: 'Clean Subtitle' }));
    expect(await screen.findByText(/Nothing to remove/)).toBeTruthy();
  });

  it('skips refused changes', async () => {
    replies = {
      [`POST ${subtitlePath('preview-cleaning')}`]: { status: 200, body: { changes: CHANGES, made: 2 } },
      [`POST ${subtitlePath('clean-subtitle')}`]: { status: 200, body: { success: true, changed: 0 } },
    };
    const { user, changes } = await open();
    await user.click((await findDownloaded('es')).getByRole('button', { name: 'Clean Subtitle' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('Makes 2 of 2 changes')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'None' }));
    await user.click(dialog.getByRole('button', { name: 'Clean Subtitle' }));
    const body = {
      version_key: 'es',
      remove_hearing_impaired: true,
      remove_speaker_names: true,
      remove_effects: true,
      refused: [0, 1],
    };
    await waitFor(() => expect(changes().at(-1)?.body).toEqual(body));
  });
});

describe('publishing a candidate', () => {
  const PUBLISH_ENDPOINT = `POST ${subtitlePath('publish')}`;

  it('sends the likely original and its translations', async () => {
    replies = { [PUBLISH_ENDPOINT]: { status: 201, body: { video_id: 8 } } };
    const { user, changes, address } = await open();
    await user.click(await findButton('Publish'));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(address()).toBe('/video-manager/videos/8'));
    expect(changes()[0]?.body).toEqual({ original: 'es', targets: ['en'], title: 'El faro' });
  });

  it('links to a video with the same YouTube id', async () => {
    replies = { [PUBLISH_ENDPOINT]: { status: 409, body: { detail: 'It is there.', video_id: 3 } } };
    const { user } = await open();
    await user.click(await findButton('Publish'));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Publish' }));
    const link = await dialog.findByRole('link', { name: 'Open that video' });
    expect(link.getAttribute('href')).toBe('/video-manager/videos/3');
    expect(dialog.getByRole('alert').textContent).toContain('It is there.');
  });

  it('isn’t offered before the approval', async () => {
    stored.review_status = 'pending';
    await open();
    await findButton('Approve');
    expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull();
  });
});
