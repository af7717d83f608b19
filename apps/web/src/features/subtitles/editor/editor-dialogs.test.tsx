import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Received, Reply } from '../../../api/testing/loopback.ts';
import { type OpenedPage, openPage } from '../../../testing/open-page.tsx';
import { EditorScreen } from './editor-screen.tsx';
import { createEditorServer } from './testing/editor-server.ts';
import { segments } from './testing/segments.ts';

let page: OpenedPage;
let server: ReturnType<typeof createEditorServer>;

async function open(override: (received: Received) => Reply | undefined = () => undefined) {
  server = createEditorServer(segments(3));
  page = await openPage(
    {
      path: '/subtitles/$alignmentId/edit',
      component: EditorScreen,
      validateSearch: (search) => search,
    },
    '/subtitles/3/edit',
    (received) => override(received) ?? server.respond(received),
  );
  await screen.findByRole('textbox', { name: 'Segment 1, Target Subtitle' });
  return page.user;
}

async function chooseMenuItem(item: string) {
  await page.user.click(screen.getByRole('button', { name: 'More' }));
  await page.user.click(await screen.findByRole('menuitem', { name: item }));
}

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
});

describe('translating the whole alignment', () => {
  const job = (done: number, status: string) => ({
    id: 9,
    kind: 'translate',
    subject: 'alignment:3',
    status,
    done,
    total: 3,
    message: '',
    result: null,
    created_at: '2026-01-02T03:04:05Z',
  });

  it('starts a translation job, shows its progress, and can stop it', async () => {
    let status = 'running';
    await open(({ method, path, body }) => {
      if (path === '/api/alignments/3/translate/' && (body as { which: string }).which === 'empty')
        return { status: 202, body: { job_id: 9 } };
      if (path === '/api/jobs/9/stop/' && method === 'POST') status = 'stopped';
      if (path === '/api/jobs/9/events/') return { status: 500, body: {} };
      return path.startsWith('/api/jobs/9/') ? { status: 200, body: job(1, status) } : undefined;
    });
    await chooseMenuItem('Translate all empty');
    const progress = within(await screen.findByTestId('job-progress'));
    expect(progress.getByText('Translating all segments without a translation')).toBeTruthy();
    await page.user.click(progress.getByRole('button', { name: 'Stop' }));
    expect(await screen.findByText(/Translation stopped/)).toBeTruthy();
    await waitFor(() => expect(screen.queryByTestId('job-progress')).toBeNull());
  });

  it('is disabled without a translation service, and the menu shows which setting is missing', async () => {
    await open(({ path }) =>
      path === '/api/translation-service/'
        ? { status: 200, body: { missing: 'Set TRANSLATION_PROVIDER.' } }
        : undefined,
    );
    await page.user.click(await screen.findByRole('button', { name: 'More' }));
    const item = await screen.findByRole('menuitem', {
      name: /^Translate all empty.*Set TRANSLATION_PROVIDER/,
    });
    expect(item.getAttribute('aria-disabled')).toBe('true');
    await page.user.click(item);
    expect(page.changes()).toEqual([]);
  });

  it('shows a translation job that is still running', async () => {
    await open(({ path }) => {
      if (path.startsWith('/api/jobs/?')) return { status: 200, body: [job(1, 'running')] };
      if (path === '/api/jobs/9/events/') return { status: 500, body: {} };
      return path === '/api/jobs/9/' ? { status: 200, body: job(1, 'running') } : undefined;
    });
    expect(await screen.findByTestId('job-progress')).toBeTruthy();
  });

  it('asks before it replaces the texts of all mismatches, and shows why it failed', async () => {
    await open(({ path }) =>
      path === '/api/alignments/3/translate/'
        ? { status: 503, body: { detail: 'Set TRANSLATION_PROVIDER.' } }
        : undefined,
    );
    await chooseMenuItem('Translate all mismatches');
    const dialog = within(await screen.findByRole('dialog', { name: 'Translate all mismatches?' }));
    expect(page.changes().some(({ path }) => path.endsWith('/translate/'))).toBe(false);
    await page.user.click(dialog.getByRole('button', { name: 'Translate' }));
    expect(await screen.findByText('Set TRANSLATION_PROVIDER.')).toBeTruthy();
  });
});

describe('the glossary dialog', () => {
  it('shows, adds and deletes glossary terms of the two languages', async () => {
    let terms = [{ id: 1, source_language: 'es', target_language: 'en', term: 'casa', translation: 'home' }];
    await open(({ method, path, body }) => {
      if (path === '/api/glossary/?source_language=es&target_language=en')
        return { status: 200, body: terms };
      if (method === 'POST' && path === '/api/glossary/') {
        const created = { ...(body as (typeof terms)[0]), id: terms.length + 2 };
        terms = [...terms, created];
        return { status: 201, body: created };
      }
      if (method === 'DELETE' && path === '/api/glossary/1/') {
        terms = terms.filter(({ id }) => id !== 1);
        return { status: 204, text: '' };
      }
      return undefined;
    });
    await chooseMenuItem('Glossary');
    const dialog = within(await screen.findByRole('dialog', { name: 'Glossary' }));
    expect(dialog.getByText(/from Spanish into English/)).toBeTruthy();
    expect(await dialog.findByText('home')).toBeTruthy();
    await page.user.type(dialog.getByRole('textbox', { name: 'Term' }), 'perro');
    await page.user.type(dialog.getByRole('textbox', { name: 'Translation' }), 'hound');
    await page.user.click(dialog.getByRole('button', { name: 'Add' }));
    expect(await dialog.findByText('hound')).toBeTruthy();
    expect(document.activeElement).toBe(dialog.getByRole('textbox', { name: 'Term' }));
    await page.user.click(dialog.getByRole('button', { name: 'Delete casa' }));
    await waitFor(() => expect(dialog.queryByText('home')).toBeNull());
    const toast = (await screen.findByText('“casa” deleted.')).closest<HTMLElement>('[data-kind]');
    await page.user.click(within(toast as HTMLElement).getByRole('button', { name: 'Undo' }));
    expect(await dialog.findByText('home')).toBeTruthy();
  });
});

describe('saving a revision', () => {
  it('saves the rows before a revision', async () => {
    await open();
    await page.user.type(screen.getByRole('textbox', { name: 'Segment 1, Target Subtitle' }), '!');
    await page.user.click(screen.getByRole('button', { name: 'Save Revision' }));
    expect(await screen.findByRole('dialog', { name: 'Save Revision' })).toBeTruthy();
    expect(server.stored()[0]?.text_target).toBe('Sentence 1!');
  });

  it('saves no revision when a row cannot be saved', async () => {
    await open(({ method }) => (method === 'PATCH' ? { status: 500, body: {} } : undefined));
    await page.user.type(screen.getByRole('textbox', { name: 'Segment 1, Target Subtitle' }), '!');
    await page.user.click(screen.getByRole('button', { name: 'Save Revision' }));
    expect(await screen.findByText(/^Failed to update subtitle segment\./)).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('watching a segment', () => {
  it('opens a dialog with both texts of the segment, including unsaved changes', async () => {
    await open();
    await page.user.type(screen.getByRole('textbox', { name: 'Segment 2, Target Subtitle' }), '!');
    const actions = within(screen.getByRole('toolbar', { name: 'Actions for segment 2' }));
    await page.user.click(actions.getByRole('button', { name: 'Play Segment' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Watch Video' }));
    expect(dialog.getByText('Frase 2').lang).toBe('es');
    expect(dialog.getByText('Sentence 2!')).toBeTruthy();
  });
});

describe('leaving the editor', () => {
  it('asks if a row couldn’t be saved, and stays if cancelled', async () => {
    await open(({ method }) => (method === 'PATCH' ? { status: 503, body: {} } : undefined));
    await page.user.type(screen.getByRole('textbox', { name: 'Segment 1, Target Subtitle' }), '!');
    await page.user.click(screen.getByRole('textbox', { name: 'Segment 2, Target Subtitle' }));
    await screen.findByText(/^The server can't save right now/);
    await page.user.click(screen.getByRole('button', { name: 'Back to Video' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
    await page.user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(page.address()).toContain('/subtitles/3/edit');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Back to Video' }));
    await page.user.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(page.address()).toBe('/video-manager/videos/7'));
  });

  it('saves the focused row without asking', async () => {
    await open();
    await page.user.type(screen.getByRole('textbox', { name: 'Segment 1, Target Subtitle' }), '!');
    await page.user.click(screen.getByRole('button', { name: 'Back to Video' }));
    await waitFor(() => expect(page.address()).toBe('/video-manager/videos/7'));
    await waitFor(() => expect(server.stored()[0]?.text_target).toBe('Sentence 1!'));
  });

  it('doesn’t ask when everything is saved', async () => {
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Back to Video' }));
    await waitFor(() => expect(page.address()).toBe('/video-manager/videos/7'));
  });
});
