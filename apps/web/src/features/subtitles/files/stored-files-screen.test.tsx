import type { subtitles } from '@sayback/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Received, Reply } from '../../../api/testing/loopback.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { storedFile, targetSubtitle } from '../testing/samples.ts';
import { StoredFilesScreen } from './stored-files-screen.tsx';

let files: subtitles.StoredFile[];
let listFiles: () => Reply;
let handleChange: (received: Received) => Reply;

function respond(received: Received): Reply | undefined {
  const { method, path } = received;
  if (method !== 'GET') return handleChange(received);
  if (path === '/api/subtitles/5/') return { status: 200, body: targetSubtitle() };
  return path === '/api/subtitles/5/files/' ? listFiles() : undefined;
}

async function open() {
  const page = { path: '/subtitles/list/$subtitleId', component: StoredFilesScreen };
  const opened = await openPage(page, '/subtitles/list/5', respond);
  return opened;
}
const findButton = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });

beforeEach(() => {
  files = [storedFile(2), storedFile(1, { protected: true })];
  listFiles = () => ({ status: 200, body: files });
  handleChange = () => ({ status: 204 });
});

describe('a subtitle’s stored files', () => {
  it('show their name, upload time and author, and a download link', async () => {
    await open();
    const [first] = await screen.findAllByTestId('stored-file');
    expect(first?.textContent).toMatch(/clip-2\.es\.srt.*Uploaded Jan 2, 2026.*by maria.*windows-1252/);
    const download = within(first as HTMLElement).getByRole('link', { name: 'Download' });
    expect(download.getAttribute('href')).toBe('/downloads/files/2?signature=s');
  });

  it('can’t be deleted while they are protected', async () => {
    await open();
    expect((await findButton('Delete clip-1.es.srt')).disabled).toBe(true);
    expect((await findButton('Delete clip-2.es.srt')).disabled).toBe(false);
  });

  it('toggle their protection', async () => {
    handleChange = ({ body }) => ({ status: 200, body: { ...storedFile(2), ...(body as object) } });
    const { user, changes } = await open();
    await user.click(await findButton('Protect clip-2.es.srt'));
    expect(await findButton('Protected: clip-2.es.srt')).toBeTruthy();
    expect((await findButton('Delete clip-2.es.srt')).disabled).toBe(true);
    await user.click(await findButton('Protected: clip-2.es.srt'));
    expect(await findButton('Protect clip-2.es.srt')).toBeTruthy();
    expect(changes().map(({ body }) => body)).toEqual([{ protected: true }, { protected: false }]);
  });

  it('show that their protection couldn’t be changed', async () => {
    handleChange = () => ({ status: 500, body: {} });
    const { user } = await open();
    await user.click(await findButton('Protect clip-2.es.srt'));
    expect(await screen.findByText('Failed to update protection status.')).toBeTruthy();
    expect(await findButton('Protect clip-2.es.srt')).toBeTruthy();
  });

  it('are deleted after a confirmation', async () => {
    const { user, changes } = await open();
    await user.click(await findButton('Delete clip-2.es.srt'));
    expect(changes()).toEqual([]);
    files = [storedFile(1)];
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete clip-2.es.srt?' }));
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.getAllByTestId('stored-file')).toHaveLength(1));
    expect(changes()).toMatchObject([{ method: 'DELETE', path: '/api/subtitle-file/2/delete/' }]);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(changes()[1]).toMatchObject({ path: '/api/subtitle-file/2/restore/' }));
  });

  it('open in the regex editor as a revision', async () => {
    handleChange = () => ({ status: 201, body: { revision_id: 44 } });
    const { user, address, changes } = await open();
    const [edit] = await screen.findAllByRole('button', { name: 'Edit with Regex' });
    await user.click(edit as HTMLElement);
    await waitFor(() => expect(address()).toBe('/subtitles/44/regex-edit'));
    expect(changes()).toMatchObject([{ method: 'POST', path: '/api/subtitle-file/2/open/' }]);
  });

  it('show a message if there are none', async () => {
    files = [];
    await open();
    expect(await screen.findByText('No subtitle files found.')).toBeTruthy();
  });

  it('show an error if loading failed', async () => {
    listFiles = () => ({ status: 503, body: { detail: 'It is down.' } });
    await open();
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load subtitles. It is down.');
  });
});
