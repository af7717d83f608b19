import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Received } from '../../../api/testing/loopback.ts';
import { storeInOtherTab, unsavedEntries } from '../../../testing/memory-store.ts';
import { writeContent } from './model/content.ts';
import { createCueDocument } from './testing/cue-documents.ts';
import {
  button,
  countRows,
  field,
  openEdited,
  openLoaded,
  page,
  server,
  showsUnsavedChanges,
  THREE,
  times,
} from './testing/open-sync-screen.tsx';
import { computeDigest } from './testing/sync-server.ts';

const DRAFT_KEY = 'account:1:cues:4:en';
const saves = () => page.changes().filter(({ path }) => path.includes('save-synced'));

describe('saving a synced subtitle', () => {
  it('is enabled by a change', async () => {
    await openLoaded();
    expect(button('Save Changes').getAttribute('aria-disabled')).toBe('true');
    fireEvent.change(field(1, 'text'), { target: { value: 'Hello' } });
    expect(showsUnsavedChanges()).toBe(true);
    expect(button('Save Changes').getAttribute('aria-disabled')).toBeNull();
  });

  it('sends SRT under the version key, and confirms it', async () => {
    const user = await openEdited();
    await user.click(button('Save Changes'));
    expect(await screen.findByText('Subtitles synchronized and saved successfully!')).toBeTruthy();
    expect(saves()).toEqual([
      {
        method: 'POST',
        path: '/api/youtube-candidates/4/save-synced-subtitles/',
        body: {
          language: 'en',
          content: writeContent(THREE).replace('Line 1', 'Hello'),
          base: computeDigest(writeContent(THREE)),
        },
      },
    ]);
    expect(showsUnsavedChanges()).toBe(false);
  });

  it('shows ‘Saving...’, and leaves edits during the save unsaved', async () => {
    let release = () => undefined as unknown;
    const user = await openLoaded();
    const gate = new Promise((resolve) => {
      release = () => resolve(null);
    });
    const respond = server.respond;
    server.respond = ((received: Received) =>
      received.path.includes('save-synced')
        ? gate.then(() => respond(received))
        : respond(received)) as never;
    fireEvent.change(field(1, 'text'), { target: { value: 'Hello' } });
    await user.click(button('Save Changes'));
    expect(await screen.findByRole('button', { name: 'Saving...' })).toBeTruthy();
    fireEvent.change(field(2, 'text'), { target: { value: 'Later' } });
    release();
    expect(await screen.findByRole('button', { name: 'Save Changes' })).toBeTruthy();
    expect(showsUnsavedChanges()).toBe(true);
  });

  it('shows why it failed, and leaves the changes unsaved', async () => {
    const user = await openEdited(THREE, ({ path }) =>
      path.includes('save-synced') ? { status: 400, body: { detail: 'This is no SRT.' } } : undefined,
    );
    await user.click(button('Save Changes'));
    expect(await screen.findByText('Error saving synchronized subtitles: This is no SRT.')).toBeTruthy();
    expect(showsUnsavedChanges()).toBe(true);
  });

  it('is refused if someone else has replaced the subtitle, and leaves the changes unsaved', async () => {
    const user = await openEdited();
    await user.click(button('Save Changes'));
    await waitFor(() => expect(showsUnsavedChanges()).toBe(false));
    fireEvent.change(field(2, 'text'), { target: { value: 'Second save' } });
    await user.click(await screen.findByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(server.contents.en).toContain('Second save'));
    await waitFor(() => expect(showsUnsavedChanges()).toBe(false));

    const other = writeContent(createCueDocument([0, 700]));
    server.contents.en = other;
    fireEvent.change(field(3, 'text'), { target: { value: 'Mine' } });
    await user.click(await screen.findByRole('button', { name: 'Save Changes' }));
    expect(
      await screen.findByText(/^Error saving synchronized subtitles: Someone else changed this subtitle/),
    ).toBeTruthy();
    expect(server.contents.en).toBe(other);
    expect(field(3, 'text').value).toBe('Mine');
    expect(showsUnsavedChanges()).toBe(true);
    await waitFor(() => expect(unsavedEntries(DRAFT_KEY)).toHaveLength(1));
  });

  it('continues after a save whose response was lost', async () => {
    const user = await openEdited();
    const { respond } = server;
    server.respond = (received: Received) => {
      const reply = respond(received);
      if (!received.path.includes('save-synced') || !reply) return reply;
      server.respond = respond;
      return { ...reply, stream: (response) => void response.destroy() };
    };
    await user.click(button('Save Changes'));
    expect(await screen.findByText(/^Error saving synchronized subtitles/)).toBeTruthy();
    expect(showsUnsavedChanges()).toBe(true);
    fireEvent.change(field(2, 'text'), { target: { value: 'Second save' } });
    await user.click(await screen.findByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(showsUnsavedChanges()).toBe(false));
    expect(server.contents.en).toContain('Second save');
  });

  it('is refused for a file without any text', async () => {
    const user = await openLoaded(createCueDocument([0, 1000]));
    fireEvent.change(field(1, 'text'), { target: { value: ' ' } });
    await user.click(button('Save Changes'));
    expect(await screen.findByText('Error saving synchronized subtitles: no segment has text')).toBeTruthy();
    expect(saves()).toEqual([]);
  });

  it('opens the login without a question if signed out, since there is a draft', async () => {
    const user = await openEdited(THREE, ({ path }) =>
      path.includes('save-synced') ? { status: 401, body: {} } : undefined,
    );
    await user.click(button('Save Changes'));
    expect(await screen.findByText('Authentication error. Please log in again.')).toBeTruthy();
    await waitFor(() => expect(page.address()).toBe('/login?next=%2Fsubtitles%2Fsync%2F4%2Fen'));
    expect(unsavedEntries(DRAFT_KEY)).toHaveLength(1);
  });

  it('isn’t needed after a reset of all changes, which can be undone', async () => {
    const user = await openEdited();
    await user.click(button('Reset'));
    expect(field(1, 'text').value).toBe('Line 1');
    expect(showsUnsavedChanges()).toBe(false);
    // The toast has an Undo button too.
    await user.click(screen.getAllByRole('button', { name: 'Undo' })[0] as HTMLElement);
    expect(field(1, 'text').value).toBe('Hello');
  });
});

describe('a draft of the sync editor', () => {
  it('is saved in the browser, and deleted when the subtitle is saved', async () => {
    const user = await openEdited();
    await waitFor(() =>
      expect(unsavedEntries(DRAFT_KEY)).toMatchObject([
        [0, { base: writeContent(THREE), sheet: { ids: [1, 2, 3] } }],
      ]),
    );
    await user.click(button('Save Changes'));
    await waitFor(() => expect(unsavedEntries(DRAFT_KEY)).toEqual([]));
  });

  it('is restored with a note', async () => {
    await storeInOtherTab(DRAFT_KEY, [0, { sheet: createCueDocument([5, 500]), base: writeContent(THREE) }]);
    const user = await openLoaded();
    expect(screen.getByText('Restored your unsaved changes.')).toBeTruthy();
    expect(times(1)).toEqual(['00:00:00.005', '00:00:00.500']);
    expect(showsUnsavedChanges()).toBe(true);
    await user.click(button('Reset'));
    expect(countRows()).toBe(3);
  });

  it('is restored with a warning if the subtitle was changed elsewhere meanwhile', async () => {
    await storeInOtherTab(DRAFT_KEY, [0, { sheet: createCueDocument([5, 500]), base: 'something else' }]);
    await openLoaded();
    expect(screen.getByText(/changed the subtitle in the meantime/)).toBeTruthy();
  });

  it('asks before leaving with unsaved changes', async () => {
    const user = await openEdited();
    await user.click(button('Back'));
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Leave without saving?' })).getByRole('button', {
        name: 'Cancel',
      }),
    );
    expect(page.address()).toBe('/subtitles/sync/4/en');
    await user.click(button('Back'));
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(page.address()).toBe('/youtube-candidates/4'));
  });

  it('doesn’t ask if nothing is unsaved', async () => {
    const user = await openLoaded();
    await user.click(button('Back'));
    await waitFor(() => expect(page.address()).toBe('/youtube-candidates/4'));
  });
});
