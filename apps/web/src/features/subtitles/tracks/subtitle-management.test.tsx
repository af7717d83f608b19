import type { subtitles } from '@sayback/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { ApiError } from '../../../api/api-error.ts';
import type { Received, Reply } from '../../../api/testing/loopback.ts';
import { sampleSubtitle, sampleVideo } from '../../../api/testing/samples.ts';
import * as uploads from '../../../api/upload.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { SubtitleManagement } from './subtitle-management.tsx';

const VIDEO = sampleVideo({ youtube_id: 'aB3-_xYz019', latest_alignment_id: null });

const subtitle = (language: string, changes: Partial<subtitles.Subtitle> = {}) =>
  sampleSubtitle({
    id: language.charCodeAt(0) * 256 + language.charCodeAt(1),
    language,
    language_display_name: language,
    is_original: language === VIDEO.original_language,
    alignment_id: null,
    cue_count: 12,
    segment_count: 0,
    translated_count: 0,
    ...changes,
  });

const json = (status: number, body: unknown): Reply => ({ status, body });

let stored: subtitles.Subtitle[];
let respondToAlign: () => Reply;
let missingService: string | null;

function respond({ path, method }: Received): Reply | undefined {
  if (path.endsWith('/subtitles/')) return json(200, { results: stored });
  if (path === '/api/translation-service/') return json(200, { missing: missingService });
  if (path.endsWith('/align/') && method === 'POST') return respondToAlign();
  return undefined;
}

const drop = (...files: File[]) => fireEvent.drop(window, { dataTransfer: { types: ['Files'], files } });
const zip = (name: string, ...names: string[]) => {
  const packed = zipSync(Object.fromEntries(names.map((name) => [name, new Uint8Array([49])])));
  return new File([packed as BlobPart], name);
};
const srt = (name: string) => new File(['1\n00:00:01,000 --> 00:00:02,000\nHi\n'], name);

async function openManagement() {
  const component = () => <SubtitleManagement video={VIDEO} />;
  const page = await openPage({ path: '/', component }, '/', respond);
  return page.user;
}

async function openDialog() {
  const user = await openManagement();
  await user.click(await screen.findByRole('button', { name: /^Upload (First )?Subtitle$/ }));
  const dialog = within(await screen.findByRole('dialog'));
  return { user, dialog, submit: () => user.click(dialog.getByRole('button', { name: 'Upload' })) };
}

let upload: MockInstance<typeof uploads.upload>;

beforeEach(() => {
  stored = [subtitle('en'), subtitle('es')];
  respondToAlign = () => json(201, { alignment_id: 3 });
  missingService = null;
  upload = vi.spyOn(uploads, 'upload').mockResolvedValue({} as never);
});
afterEach(() => void vi.restoreAllMocks());

describe('a video’s subtitles', () => {
  it('are listed with the original first, which can’t be aligned', async () => {
    await openManagement();
    const cards = await screen.findAllByTestId('subtitle-card');
    expect(cards.map((card) => within(card).getByRole('heading').textContent)).toEqual([
      'Spanish (Original)',
      'English',
    ]);
    const [original, target] = cards as [HTMLElement, HTMLElement];
    expect(within(original).getByText('Source Language')).toBeTruthy();
    expect(within(original).queryByRole('button', { name: /Align|Realign/ })).toBeNull();
    expect(within(target).getByRole('button', { name: 'Start Alignment' })).toBeTruthy();
  });

  it('can’t be realigned while they are up to date', async () => {
    stored = [subtitle('es'), subtitle('en', { alignment_id: 3 })];
    await openManagement();
    expect(await screen.findByText('Aligned')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Align|Realign/ })).toBeNull();
  });

  it('show how much is translated instead of “Aligned” while less than half is', async () => {
    const started = { alignment_id: 3, segment_count: 97, cue_count: 0 };
    stored = [subtitle('es'), subtitle('en', started), subtitle('fr', { ...started, translated_count: 60 })];
    await openManagement();
    const [, english, french] = (await screen.findAllByTestId('subtitle-card')) as HTMLElement[];
    expect(within(english as HTMLElement).getByText('0 of 97 translated')).toBeTruthy();
    expect(within(english as HTMLElement).queryByText('Aligned')).toBeNull();
    expect(within(french as HTMLElement).getByText('60 of 97 translated')).toBeTruthy();
    expect(within(french as HTMLElement).getByText('Aligned')).toBeTruthy();
  });

  it('show the number of open reports, with a link to them', async () => {
    stored = [subtitle('es'), subtitle('en', { id: 5, alignment_id: 3, report_count: 3 })];
    await openManagement();
    const link = await screen.findByRole('link', { name: '3 reports' });
    expect(link.getAttribute('href')).toBe('/cuts/5');
  });

  it('offer no machine translation without a service, and show which setting is missing', async () => {
    missingService = 'Set TRANSLATION_PROVIDER.';
    const user = await openManagement();
    await user.click(await screen.findByRole('button', { name: 'New translation' }));
    const machine = await screen.findByRole<HTMLInputElement>('radio', { name: /machine translation/ });
    await screen.findByText('Set TRANSLATION_PROVIDER.');
    expect(machine.disabled).toBe(true);
  });

  it('offer a machine translation with a service', async () => {
    const user = await openManagement();
    await user.click(await screen.findByRole('button', { name: 'New translation' }));
    const machine = await screen.findByRole<HTMLInputElement>('radio', { name: /machine translation/ });
    expect(machine.disabled).toBe(false);
  });

  it('are realigned after a confirmation, if needed', async () => {
    stored = [subtitle('es'), subtitle('en', { alignment_id: 3, needs_realign: true })];
    respondToAlign = () => {
      stored = [subtitle('es'), subtitle('en', { alignment_id: 3 })];
      return json(201, { alignment_id: 3 });
    };
    const user = await openManagement();
    await user.click(await screen.findByRole('button', { name: 'Realign' }));
    expect(screen.getByText('Needs Realign')).toBeTruthy();
    const dialog = within(await screen.findByRole('dialog', { name: 'Realign the English subtitle?' }));
    await user.click(dialog.getByRole('button', { name: 'Realign' }));
    await waitFor(() => expect(screen.queryByText('Needs Realign')).toBeNull());
  });

  it('link to the editor once they are aligned', async () => {
    stored = [subtitle('es'), subtitle('en', { alignment_id: 3 })];
    await openManagement();
    const edit = await screen.findByRole('link', { name: 'Edit Subtitle' });
    expect(edit.getAttribute('href')).toBe('/subtitles/3/edit');
  });

  it('can’t be aligned without the original', async () => {
    stored = [subtitle('en')];
    await openManagement();
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Start Alignment' });
    expect(button.disabled).toBe(true);
    expect(screen.getByText(/Upload the Spanish subtitle first/)).toBeTruthy();
  });

  it('are shown as aligned after Start Alignment', async () => {
    respondToAlign = () => {
      stored = [subtitle('es'), subtitle('en', { alignment_id: 3 })];
      return json(201, { alignment_id: 3 });
    };
    const user = await openManagement();
    await user.click(await screen.findByRole('button', { name: 'Start Alignment' }));
    expect(await screen.findByText('Aligned')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Start Alignment' })).toBeNull();
    const edit = screen.getByRole('link', { name: 'Edit Subtitle' });
    await waitFor(() => expect(document.activeElement).toBe(edit));
  });

  it('show the number of cues that the alignment left out', async () => {
    respondToAlign = () => json(201, { alignment_id: 3, left_out: 12 });
    const user = await openManagement();
    await user.click(await screen.findByRole('button', { name: 'Start Alignment' }));
    expect(
      await screen.findByText(/^12 lines of the translation come before .* were left out\.$/),
    ).toBeTruthy();
  });

  it('show why aligning failed, with the server’s message', async () => {
    respondToAlign = () => json(409, { detail: 'No original yet.' });
    const user = await openManagement();
    await user.click(await screen.findByRole('button', { name: 'Start Alignment' }));
    expect(await screen.findByText('Failed to align subtitle. No original yet.')).toBeTruthy();
  });
});

describe('uploading a subtitle', () => {
  it('requires a language and a file', async () => {
    stored = [];
    const { dialog, submit } = await openDialog();
    await submit();
    expect(dialog.getByRole('alert').textContent).toBe('Please select a language and file.');
    expect(upload).not.toHaveBeenCalled();
  });

  it('asks for the language of a file whose name implies none', async () => {
    stored = [subtitle('es')];
    const { user, dialog, submit } = await openDialog();
    await user.upload(dialog.getByLabelText('Subtitle file'), srt('clip.srt'));
    await submit();
    expect(dialog.getByRole('alert').textContent).toBe('Please select a language and file.');
    expect(upload).not.toHaveBeenCalled();
  });

  it('suggests the original language first while it is missing', async () => {
    stored = [subtitle('en')];
    const { user, dialog } = await openDialog();
    const language = dialog.getByRole<HTMLInputElement>('combobox', { name: 'Language' });
    expect(language.value).toBe('Spanish (Original)');
    await user.click(language);
    expect((await screen.findAllByRole('option'))[0]?.textContent).toBe('Spanish (Original)');
  });

  it('prefers the file name’s language to the suggested one, and a chosen language to both', async () => {
    stored = [subtitle('en')];
    const { user, dialog } = await openDialog();
    const language = dialog.getByRole<HTMLInputElement>('combobox', { name: 'Language' });
    await user.upload(dialog.getByLabelText('Subtitle file'), srt('clip.en.srt'));
    expect(language.value).toBe('English');
    await user.click(language);
    await user.click(await screen.findByRole('option', { name: 'French' }));
    await user.upload(dialog.getByLabelText('Subtitle file'), srt('clip.ar.srt'));
    expect(language.value).toBe('French');
  });

  it('sends the file with its name’s language, and shows its problems', async () => {
    stored = [];
    upload.mockResolvedValue({
      ...subtitle('es'),
      problems: [{ line: 9, message: 'no times' }],
    } as never);
    const { user, dialog, submit } = await openDialog();
    await user.upload(dialog.getByLabelText('Subtitle file'), srt('clip.es.srt'));
    await submit();
    expect(await screen.findByText(/1 problem was repaired or skipped: line 9/)).toBeTruthy();
    const form = upload.mock.lastCall?.[1].form;
    expect(form?.get('language')).toBe('es');
    expect(form?.get('subtitle_file')).toHaveProperty('name', 'clip.es.srt');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('keeps the dialog open with the server’s message until another file is chosen', async () => {
    stored = [];
    upload.mockRejectedValue(new ApiError(400, { detail: 'Line 2: no.', subtitle_file: ['Line 2: no.'] }));
    const { user, dialog, submit } = await openDialog();
    await user.upload(dialog.getByLabelText('Subtitle file'), srt('clip.es.srt'));
    await submit();
    expect((await dialog.findByRole('alert')).textContent).toBe('Failed to upload subtitle. Line 2: no.');
    await user.upload(dialog.getByLabelText('Subtitle file'), srt('clip2.es.srt'));
    await waitFor(() => expect(dialog.queryByRole('alert')).toBeNull());
  });

  it('accepts a dropped file of the right type', async () => {
    const { dialog } = await openDialog();
    drop(srt('clip.idx'));
    expect((await dialog.findByRole('alert')).textContent).toBe(
      "Sayback can't read .idx files. Choose one of these: .srt, .vtt, .ass, .ttml, .stl, .scc, .sub, .sbv, .lrc, .txt, .zip.",
    );
    drop(srt('clip.en.vtt'));
    expect(await dialog.findByText('clip.en.vtt')).toBeTruthy();
    expect(
      dialog.getByText(/^Replaces the current .+ subtitle\. The old file stays under Stored Files\./),
    ).toBeTruthy();
  });

  it('treats an archive with one file as that file', async () => {
    const { dialog } = await openDialog();
    drop(zip('clip.zip', 'film/clip.fr.srt', 'film/poster.jpg'));
    expect(await dialog.findByText('clip.fr.srt')).toBeTruthy();
    expect(dialog.getByRole<HTMLInputElement>('combobox', { name: 'Language' }).value).toBe('French');
  });

  it('sends the chosen files of an archive, each in its language', async () => {
    upload.mockResolvedValue({ ...subtitle('fr'), problems: [] } as never);
    const { user, dialog, submit } = await openDialog();
    drop(zip('clip.zip', 'clip.fr.srt', 'clip.ar.srt', 'other.srt'));
    await user.click(await dialog.findByRole('checkbox', { name: 'other.srt' }));
    await submit();
    expect(await screen.findByText('2 subtitles uploaded.')).toBeTruthy();
    const sent = upload.mock.calls.map(([, { form }]) => form?.get('language'));
    expect(sent).toEqual(['fr', 'ar']);
  });

  it('requires a different language for each file', async () => {
    const { user, dialog, submit } = await openDialog();
    drop(srt('clip.fr.srt'), srt('other.srt'));
    await dialog.findByRole('checkbox', { name: 'other.srt' });
    await submit();
    expect(dialog.getByRole('alert').textContent).toBe('Please select a language and file.');
    await user.type(dialog.getByRole('combobox', { name: 'Language of other.srt' }), 'French{Enter}');
    await submit();
    expect(dialog.getByRole('alert').textContent).toMatch(/in the same language/);
    expect(upload).not.toHaveBeenCalled();
  });

  it('names the file that failed, and sends the earlier ones only once', async () => {
    upload
      .mockResolvedValueOnce({ ...subtitle('fr'), problems: [] } as never)
      .mockRejectedValueOnce(new ApiError(400, { detail: 'No.' }))
      .mockResolvedValueOnce({ ...subtitle('ar'), problems: [] } as never);
    const { dialog, submit } = await openDialog();
    drop(srt('clip.fr.srt'), srt('clip.ar.srt'));
    await dialog.findByRole('checkbox', { name: 'clip.ar.srt' });
    await submit();
    expect((await dialog.findByRole('alert')).textContent).toBe(
      'clip.ar.srt: Failed to upload subtitle. No.',
    );
    await submit();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const sent = upload.mock.calls.map(([, { form }]) => form?.get('language'));
    expect(sent).toEqual(['fr', 'ar', 'ar']);
  });

  it('reports an archive that is damaged or has no subtitle', async () => {
    const { dialog } = await openDialog();
    drop(srt('clip.zip'));
    expect((await dialog.findByRole('alert')).textContent).toBe('This archive is damaged.');
    drop(zip('clip.zip', 'poster.jpg'));
    await waitFor(() =>
      expect(dialog.getByRole('alert').textContent).toBe('This archive has no subtitle file in it.'),
    );
  });
});
