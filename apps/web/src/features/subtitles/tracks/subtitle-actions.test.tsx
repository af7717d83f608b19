import type { subtitles } from '@sayback/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { ApiError } from '../../../api/api-error.ts';
import type { Received, Reply } from '../../../api/testing/loopback.ts';
import * as uploads from '../../../api/upload.ts';
import { type OpenedPage, openPage } from '../../../testing/open-page.tsx';
import { mockElementSize } from '../testing/mock-element-size.ts';
import { revision, revisionSegments, segments, targetSubtitle } from '../testing/samples.ts';
import { SubtitleCard } from './subtitle-card.tsx';

let handleChange: (received: Received) => Reply;
let opened: OpenedPage | undefined;
let downloadedUrls: string[];

function respond(received: Received): Reply | undefined {
  const { method, path } = received;
  if (method !== 'GET') return handleChange(received);
  if (path === '/api/subtitles/5/revisions/') return { status: 200, body: [revision(2), revision(1)] };
  if (path === '/api/revisions/2/segments/') return { status: 200, body: revisionSegments('Hola', 'Adiós') };
  if (path.startsWith('/api/alignments/3/segments/'))
    return { status: 200, body: segments('Buenas', 'Adiós') };
  return undefined;
}

async function open(changes: Partial<subtitles.Subtitle> = {}) {
  const component = () => <SubtitleCard subtitle={targetSubtitle(changes)} originalLanguage="en" canAlign />;
  opened = await openPage({ path: '/', component }, '/', respond);
  await screen.findByTestId('subtitle-card');
  return opened;
}
const press = (name: string) => opened?.user.click(screen.getByRole('button', { name }));
const findDialog = async () => within(await screen.findByRole('dialog'));

let upload: MockInstance<typeof uploads.upload>;

beforeAll(mockElementSize);
beforeEach(() => {
  handleChange = () => ({ status: 204 });
  downloadedUrls = [];
  upload = vi.spyOn(uploads, 'upload').mockResolvedValue({} as never);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    downloadedUrls.push(this.getAttribute('href') ?? '');
  });
});
afterEach(() => void vi.restoreAllMocks());

describe('a subtitle’s language', () => {
  it('is changed on its card', async () => {
    handleChange = () => ({ status: 200, body: targetSubtitle({ language: 'fr' }) });
    await open();
    await press('Change language');
    const language = (await findDialog()).getByRole('combobox', { name: 'Language' });
    await opened?.user.clear(language);
    await opened?.user.type(language, 'fr{Enter}');
    await opened?.user.click((await findDialog()).getByRole('button', { name: 'Change language' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(opened?.changes()).toEqual([
      { method: 'PATCH', path: '/api/subtitles/5/', body: { language: 'fr' } },
    ]);
  });

  it('isn’t changed if another subtitle has it, and the reason is shown', async () => {
    handleChange = () => ({ status: 409, body: { detail: 'Another one is there.' } });
    await open();
    await press('Change language');
    const language = (await findDialog()).getByRole('combobox', { name: 'Language' });
    await opened?.user.clear(language);
    await opened?.user.type(language, 'fr{Enter}');
    await opened?.user.click((await findDialog()).getByRole('button', { name: 'Change language' }));
    expect(await screen.findByText("Couldn't change the language. Another one is there.")).toBeTruthy();
  });
});

describe('a subtitle’s card', () => {
  it('shows its state, its last applied revision and the number of revisions', async () => {
    await open({ last_applied_revision_id: 12, revision_count: 3, mismatch_count: 2, needs_realign: true });
    const { textContent } = screen.getByTestId('subtitle-card');
    for (const expectedText of [
      'Needs Realign',
      'Aligned',
      '2 doubtful',
      'Last Revision #12',
      'Total Revisions: 3',
    ]) {
      expect(textContent).toContain(expectedText);
    }
  });

  it('links to its revisions and its stored files', async () => {
    await open();
    const linkUrl = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(linkUrl('View Revisions')).toBe('/revisions/5');
    expect(linkUrl('Stored Files')).toBe('/subtitles/list/5');
  });

  it('offers neither to save revisions nor to import a table without an alignment, nor to apply revisions if there are none', async () => {
    await open({ alignment_id: null, revision_count: 0 });
    for (const name of ['Save Revision', 'Apply Revision', 'Import CSV']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
  });
});

describe('saving a revision', () => {
  it('sends the note, and is confirmed', async () => {
    handleChange = () => ({ status: 201, body: { revision_id: 9 } });
    const { user, changes } = await open();
    await press('Save Revision');
    await user.type((await findDialog()).getByRole('textbox', { name: /Note/ }), ' Checked ');
    await user.click((await findDialog()).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Subtitle revision saved successfully!')).toBeTruthy();
    expect(changes()).toEqual([
      { method: 'POST', path: '/api/alignments/3/convert-to-revision/', body: { note: 'Checked' } },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('doesn’t require a note', async () => {
    handleChange = () => ({ status: 201, body: { revision_id: 9 } });
    const { user, changes } = await open();
    await press('Save Revision');
    await user.click((await findDialog()).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(changes()).toMatchObject([{ body: { note: '' } }]));
  });

  it('shows a failure, and keeps the note', async () => {
    handleChange = () => ({ status: 500, body: {} });
    const { user } = await open();
    await press('Save Revision');
    await user.type((await findDialog()).getByRole('textbox', { name: /Note/ }), 'Checked');
    await user.click((await findDialog()).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Failed to save subtitle revision.')).toBeTruthy();
    expect((await findDialog()).getByRole<HTMLInputElement>('textbox', { name: /Note/ }).value).toBe(
      'Checked',
    );
  });
});

describe('applying a revision from a card', () => {
  it('requires a choice, and previews the changes', async () => {
    handleChange = () => ({ status: 200, body: { saved_revision_id: null, subtitle: targetSubtitle() } });
    const { user, changes } = await open();
    await press('Apply Revision');
    const dialog = await findDialog();
    const apply = dialog.getByRole<HTMLButtonElement>('button', { name: 'Apply' });
    expect(apply.disabled).toBe(true);
    await user.click(dialog.getByRole('combobox', { name: 'Revision' }));
    const options = (await screen.findAllByRole('option')).map((option) => option.textContent);
    expect(options[0]).toMatch(/^#2 – Feb 2, 2026/);
    await user.click(screen.getByRole('option', { name: /^#2/ }));
    expect(await dialog.findByText('1 changed')).toBeTruthy();
    expect(changes()).toEqual([]);
    await user.click(apply);
    expect(await screen.findByText('Revision #2 applied.')).toBeTruthy();
  });
});

describe('deleting a subtitle', () => {
  it('shows what is deleted with it, and can be undone', async () => {
    const { user, changes } = await open({ cue_count: 40, segment_count: 38, revision_count: 2 });
    await press('Delete');
    const dialog = await findDialog();
    const deletedItems = dialog.getAllByRole('listitem').map((item) => item.textContent);
    expect(deletedItems).toEqual([
      '40 cues',
      'its alignment with 38 segments that learners practise with',
      '2 revisions',
      'all its stored files',
    ]);
    expect(dialog.getByText('You can restore everything for 30 days.')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Spanish subtitle deleted.')).toBeTruthy();
    expect(changes()).toMatchObject([{ method: 'DELETE', path: '/api/subtitles/5/delete/' }]);
    handleChange = () => ({ status: 200, body: targetSubtitle() });
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Restored.')).toBeTruthy();
    expect(changes()[1]).toMatchObject({ method: 'POST', path: '/api/subtitles/5/restore/' });
  });

  it('shows why it couldn’t be undone', async () => {
    const { user } = await open();
    await press('Delete');
    await user.click((await findDialog()).getByRole('button', { name: 'Delete' }));
    const undo = await screen.findByRole('button', { name: 'Undo' });
    handleChange = () => ({ status: 409, body: { detail: 'The video has another subtitle.' } });
    await user.click(undo);
    expect(await screen.findByText("Couldn't restore it. The video has another subtitle.")).toBeTruthy();
  });

  it('explains that a protected file prevents it, and links to the files', async () => {
    handleChange = () => ({ status: 409, body: { detail: 'One of its stored files is protected.' } });
    const { user } = await open();
    await press('Delete');
    const dialog = await findDialog();
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    const alert = await dialog.findByRole('alert');
    expect(alert.textContent).toContain('Failed to delete subtitle. One of its stored files is protected.');
    expect(within(alert).getByRole('link').getAttribute('href')).toBe('/subtitles/list/5');
  });
});

describe('downloading', () => {
  it('downloads a finished file from its URL', async () => {
    handleChange = () => ({ status: 201, body: { url: '/downloads/1', job_id: null } });
    const { user, changes } = await open();
    await press('Download');
    await user.click(await screen.findByRole('menuitem', { name: 'Bilingual SRT' }));
    await waitFor(() => expect(downloadedUrls).toEqual(['/downloads/1']));
    expect(changes()).toMatchObject([{ body: { of: 'alignment', id: 3, format: 'bilingual-srt' } }]);
  });

  it('offers only the formats of the file without an alignment', async () => {
    handleChange = () => ({ status: 201, body: { url: '/downloads/1', job_id: null } });
    const { user, changes } = await open({ alignment_id: null });
    await press('Download');
    const items = (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
    expect(items).toEqual(['SRT', 'WebVTT', 'ASS', 'TTML', 'CSV table']);
    await user.click(screen.getByRole('menuitem', { name: 'WebVTT' }));
    await waitFor(() =>
      expect(changes()).toMatchObject([{ body: { of: 'subtitle', id: 5, format: 'vtt' } }]),
    );
  });

  it('shows why preparing a download failed', async () => {
    handleChange = () => ({ status: 503, body: { detail: 'There is no room left.' } });
    const { user } = await open();
    await press('Download');
    await user.click(await screen.findByRole('menuitem', { name: 'Bilingual SRT' }));
    expect(await screen.findByText("Couldn't prepare the download. There is no room left.")).toBeTruthy();
  });
});

describe('importing a CSV table', () => {
  const table = () => new File(['index,start\n'], 'table.csv', { type: 'text/csv' });
  async function choose() {
    const page = await open();
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (!input) throw new Error('no file input');
    await page.user.upload(input, table());
    return page;
  }

  it('asks for confirmation, then shows the number of changes and the revision with the previous state', async () => {
    upload.mockResolvedValue({ saved_revision_id: 8, segment_count: 2, changed: 2 } as never);
    const { user } = await choose();
    const dialog = await findDialog();
    expect(dialog.getByText(/^table\.csv replaces/)).toBeTruthy();
    expect(upload).not.toHaveBeenCalled();
    await user.click(dialog.getByRole('button', { name: 'Import' }));
    expect(
      await screen.findByText('Imported: 2 segments changed. The previous version is revision #8.'),
    ).toBeTruthy();
    expect(upload.mock.lastCall?.[1].form.get('csv_file')).toHaveProperty('name', 'table.csv');
  });

  it('names the row that couldn’t be parsed', async () => {
    const problem = 'Row 3: the end is before the start.';
    upload.mockRejectedValue(new ApiError(400, { detail: `csv_file: ${problem}`, csv_file: [problem] }));
    const { user } = await choose();
    await user.click((await findDialog()).getByRole('button', { name: 'Import' }));
    expect(await screen.findByText(`Couldn't import the table. ${problem}`)).toBeTruthy();
  });
});
