import type { subtitles } from '@sayback/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Received, Reply } from '../../../api/testing/loopback.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { mockElementSize } from '../testing/mock-element-size.ts';
import { revision, revisionSegments, segments, targetSubtitle } from '../testing/samples.ts';
import { RevisionsScreen } from './revisions-screen.tsx';

let revisions: subtitles.Revision[];
let currentSegments: Partial<subtitles.Segment>[];
let listRevisions: () => Reply;
let handleChange: (received: Received) => Reply;

const ok = (body: unknown): Reply => ({ status: 200, body });

function respond(received: Received): Reply | undefined {
  const { method, path } = received;
  if (method !== 'GET') return handleChange(received);
  if (path === '/api/subtitles/5/') return ok(targetSubtitle());
  if (path === '/api/subtitles/5/revisions/') return listRevisions();
  if (path === '/api/revisions/1/segments/') return ok(revisionSegments('Hola', 'Adiós'));
  if (path === '/api/revisions/2/segments/') return ok(revisionSegments('Hola', 'Hasta luego', 'Fin'));
  if (path.startsWith('/api/alignments/3/segments/')) return ok(currentSegments);
  return undefined;
}

async function open(id = '5') {
  const page = { path: '/revisions/$subtitleId', component: RevisionsScreen };
  const opened = await openPage(page, `/revisions/${id}`, respond);
  return opened;
}
const findDialog = async () => within(await screen.findByRole('dialog'));
const visibleText = (element: HTMLElement | null) => element?.textContent?.replace(/\s+/g, ' ').trim();

beforeAll(mockElementSize);
beforeEach(() => {
  revisions = [revision(2, { reason: 'realign', created_by: null }), revision(1, { note: 'Good one' })];
  currentSegments = segments('Buenas', 'Adiós');
  listRevisions = () => ok(revisions);
  handleChange = () => ({ status: 204 });
});

describe('a subtitle’s revisions', () => {
  it('show the date, the author and the reason of each', async () => {
    await open();
    const items = (await screen.findAllByTestId('revision')).map((item) => visibleText(item));
    expect(items[0]).toMatch(/^Revision #2.*Created Feb 2, 2026.*Kept before realigning.*2 segments/);
    expect(items[0]).not.toContain('by');
    expect(items[1]).toMatch(/^Revision #1.*by maria.*Saved by hand.*Good one/);
  });

  it('link to the regex editor and back to the video', async () => {
    await open();
    const edit = await screen.findByRole('link', { name: 'Edit revision #2' });
    expect(edit.getAttribute('href')).toBe('/subtitles/2/regex-edit');
    expect(screen.getByRole('link', { name: 'Back to the video' }).getAttribute('href')).toBe(
      '/video-manager/videos/7',
    );
  });

  it('show a message if there are none', async () => {
    revisions = [];
    await open();
    expect(await screen.findByText('No subtitle revisions found.')).toBeTruthy();
  });

  it('show an error if loading failed, and can be retried', async () => {
    listRevisions = () => ({ status: 503, body: { detail: 'It is down.' } });
    const { user } = await open();
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Failed to load subtitle revisions. It is down.',
    );
    listRevisions = () => ok(revisions);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Revision #1' })).toBeTruthy();
  });

  it('report a missing subtitle', async () => {
    await open('99');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Failed to load subtitle revisions. Not found.',
    );
  });
});

describe('comparing revisions', () => {
  it('shows the changes since a revision, word by word', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Compare revision #1' }));
    const list = within(await (await findDialog()).findByRole('region', { name: 'Differences' }));
    expect((await findDialog()).getByText('1 changed')).toBeTruthy();
    const [row, ...others] = list.getAllByRole('listitem');
    expect(others).toEqual([]);
    expect(visibleText(row?.querySelector('del') ?? null)).toBe('removed: Hola');
    expect(visibleText(row?.querySelector('ins') ?? null)).toBe('added: Buenas');
  });

  it('shows changed marks and labels', async () => {
    currentSegments = [
      { ...segments('Hola', 'Adiós')[0], mismatch: true },
      { ...segments('Hola', 'Adiós')[1], label: 'checked' },
    ];
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Compare revision #1' }));
    const list = within(await (await findDialog()).findByRole('region', { name: 'Differences' }));
    const [first, second] = list.getAllByRole('listitem').map(visibleText);
    expect((await findDialog()).getByText('2 changed')).toBeTruthy();
    expect(first).toMatch(/^Changed.*Marked as a mismatch/);
    expect(second).toMatch(/^Changed.*Label: removed: 1-1 ?added: checked/);
  });

  it('compares any two revisions', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Compare revision #1' }));
    const dialog = await findDialog();
    await user.click(dialog.getByRole('combobox', { name: 'To' }));
    await user.click(await screen.findByRole('option', { name: /^#2/ }));
    expect(await dialog.findByText('1 changed · 1 added')).toBeTruthy();
  });

  it('shows unchanged rows too on request', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Compare revision #1' }));
    const dialog = await findDialog();
    await user.click(await dialog.findByRole('checkbox', { name: 'Only differences' }));
    expect(dialog.getAllByRole('listitem')).toHaveLength(2);
    expect(dialog.getByText('The same')).toBeTruthy();
  });

  it('says that there are no differences', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Compare revision #1' }));
    const dialog = await findDialog();
    await user.click(dialog.getByRole('combobox', { name: 'To' }));
    await user.click(await screen.findByRole('option', { name: /^#1/ }));
    expect(await dialog.findByText('No differences.')).toBeTruthy();
  });
});

describe('applying a revision', () => {
  it('previews the changes, and shows where the previous state was saved', async () => {
    handleChange = () => ({ status: 200, body: { saved_revision_id: 3, subtitle: targetSubtitle() } });
    const { user, changes } = await open();
    await user.click(await screen.findByRole('button', { name: 'Apply revision #1' }));
    const dialog = await findDialog();
    const list = within(await dialog.findByRole('region', { name: 'Differences' }));
    expect(visibleText(list.getByRole('listitem').querySelector('del'))).toBe('removed: Buenas');
    await user.type(dialog.getByRole('textbox', { name: /Note/ }), 'too free');
    await user.click(dialog.getByRole('button', { name: 'Apply' }));
    expect(await screen.findByText('Revision #1 applied. The previous version is revision #3.')).toBeTruthy();
    expect(changes()).toEqual([
      { method: 'POST', path: '/api/revisions/1/apply/', body: { note: 'too free' } },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('says that the subtitle has to be realigned after a file was restored', async () => {
    const subtitle = targetSubtitle({ needs_realign: true });
    handleChange = () => ({ status: 200, body: { saved_revision_id: 3, subtitle } });
    revisions = [revision(1, { kind: 'file', reason: 'upload' })];
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Apply revision #1' }));
    await user.click((await findDialog()).getByRole('button', { name: 'Apply' }));
    expect(await screen.findByText(/has different cues now: realign it/)).toBeTruthy();
  });

  it('stays open and shows the reason if the server rejects it', async () => {
    handleChange = () => ({ status: 409, body: { detail: 'It is not aligned any more.' } });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Apply revision #1' }));
    await user.click((await findDialog()).getByRole('button', { name: 'Apply' }));
    expect((await (await findDialog()).findByRole('alert')).textContent).toBe(
      "Couldn't apply the revision. It is not aligned any more.",
    );
  });
});

describe('deleting a revision', () => {
  it('asks for confirmation, and can be undone', async () => {
    const { user, changes } = await open();
    await user.click(await screen.findByRole('button', { name: 'Delete revision #1' }));
    expect(changes()).toEqual([]);
    revisions = [revision(2)];
    await user.click((await findDialog()).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Revision #1' })).toBeNull());
    expect(changes()).toMatchObject([{ method: 'DELETE', path: '/api/subtitles/1/delete-revision/' }]);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(changes()[1]).toMatchObject({ path: '/api/revisions/1/restore/' }));
  });

  it('is disabled for the revision that was applied last', async () => {
    revisions = [revision(1, { is_last_applied: true })];
    const { user, changes } = await open();
    const button = await screen.findByRole('button', { name: 'Delete revision #1' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await user.click(button);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(changes()).toEqual([]);
  });

  it('shows why deleting failed', async () => {
    handleChange = () => ({ status: 409, body: { detail: 'It was applied last.' } });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Delete revision #1' }));
    await user.click((await findDialog()).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Failed to delete revision. It was applied last.')).toBeTruthy();
  });
});
