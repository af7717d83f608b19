import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Segment } from './model/unsaved.ts';
import { actions, openLoaded, page, press, server, textField, texts } from './testing/open-editor-screen.tsx';
import { segment } from './testing/segments.ts';

async function runFromMenu(user: UserEvent, number: number, name: string): Promise<void> {
  await user.click(actions(number).getByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name }));
}

describe('inserting, deleting, merging and splitting rows', () => {
  it('inserts a row after another', async () => {
    const user = await openLoaded();
    await user.click(actions(1).getByRole('button', { name: 'Insert Segment After' }));
    await waitFor(() => expect(textField(2).value).toBe(''));
    expect(page.changes()).toContainEqual({
      method: 'POST',
      path: '/api/subtitle-segment/3/insert/1/',
      body: { text_original: '', text_target: '', after: 1 },
    });
    await waitFor(() => expect(document.activeElement).toBe(textField(2, 'Original')));
  });

  it('saves the text typed before in a row that the insert shortens', async () => {
    const user = await openLoaded([segment(1, { end_time: '00:00:04.000' }), segment(2)]);
    await user.type(textField(1), '!');
    press('i', { altKey: true, code: 'KeyI' });
    await waitFor(() => expect(texts()).toEqual(['Sentence 1!', '', 'Sentence 2']));
    expect(server.stored()[0]).toMatchObject({ end_time: '00:00:03.900', version: 3 });
    expect(screen.queryByText(/^Someone else/)).toBeNull();
  });

  it('inserts on a server of the previous release, which returns only the new row', async () => {
    const user = await openLoaded([segment(1, { end_time: '00:00:04.000' }), segment(2)], (received) => {
      if (!received.path.includes('/insert/')) return undefined;
      const { body } = server.respond(received) as { body: { new_segment: Segment } };
      return { status: 201, body: { new_segment: body.new_segment } };
    });
    await user.click(actions(1).getByRole('button', { name: 'Insert Segment After' }));
    await waitFor(() => expect(document.activeElement).toBe(textField(2, 'Original')));
  });

  it('focuses the row at the same position when undo removes the focused one', async () => {
    const user = await openLoaded();
    await user.click(actions(1).getByRole('button', { name: 'Insert Segment After' }));
    await waitFor(() => expect(document.activeElement).toBe(textField(2, 'Original')));
    press('z', { ctrlKey: true });
    await waitFor(() => expect(document.activeElement).toBe(textField(2)));
    expect(textField(2).value).toBe('Sentence 2');
  });

  it('shows a single message that there is nothing to undo while the key is held', async () => {
    await openLoaded();
    for (let times = 0; times < 4; times++) press('z', { ctrlKey: true });
    expect((await screen.findByText('Nothing to undo.')).closest('[role=status]')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('deletes a row after a confirmation, and restores it by undo', async () => {
    const user = await openLoaded();
    await user.click(actions(2).getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete segment 2?' }));
    expect(texts()).toHaveLength(3);
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(texts()).toEqual(['Sentence 1', 'Sentence 3']));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    press('z', { ctrlKey: true }, document.body);
    await waitFor(() => expect(texts()).toEqual(['Sentence 1', 'Sentence 2', 'Sentence 3']));
    await waitFor(() => expect(textField(2).value).toBe('Sentence 2'));
  });

  it('shows why it can’t insert or merge', async () => {
    const user = await openLoaded(undefined, ({ method, path }) =>
      method === 'POST' && /insert|changes/.test(path) ? { status: 500, body: {} } : undefined,
    );
    await user.click(actions(1).getByRole('button', { name: 'Insert Segment After' }));
    expect(await screen.findByText('Failed to insert a new subtitle segment.')).toBeTruthy();
    await runFromMenu(user, 1, 'Merge with next');
    expect(await screen.findByText('Failed to update subtitle segment.')).toBeTruthy();
  });

  it('shows why it can’t delete', async () => {
    const user = await openLoaded(undefined, ({ method }) =>
      method === 'DELETE' ? { status: 500, body: {} } : undefined,
    );
    await user.click(actions(1).getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Failed to delete subtitle segment.')).toBeTruthy();
  });

  it('splits at the caret and merges again by keyboard', async () => {
    const user = await openLoaded();
    await user.click(textField(2));
    textField(2).setSelectionRange(8, 8);
    press('Enter', { altKey: true, code: 'Enter' });
    await waitFor(() => expect(texts()).toEqual(['Sentence 1', 'Sentence', '2', 'Sentence 3']));
    await waitFor(() => expect(document.activeElement).toBe(textField(2)));
    press('j', { altKey: true, code: 'KeyJ' });
    await waitFor(() => expect(texts()).toEqual(['Sentence 1', 'Sentence 2', 'Sentence 3']));
  });

  it('splits both texts and the times where the files’ cues end', async () => {
    const cue = (start: number, end: number, text: string) => ({ start, end, text });
    const cues = {
      original: [cue(4000, 4400, 'Frase'), cue(4600, 6000, '2')],
      target: [cue(4000, 4500, 'Sentence'), cue(4500, 6000, '2')],
    };
    const user = await openLoaded(undefined, ({ path }) =>
      path.endsWith('/source-cues/') ? { status: 200, body: cues } : undefined,
    );
    await user.click(textField(2, 'Original'));
    textField(2, 'Original').setSelectionRange(5, 5);
    press('Enter', { altKey: true, code: 'Enter' });
    await waitFor(() => expect(texts()).toEqual(['Sentence 1', 'Sentence', '2', 'Sentence 3']));
    // The position may be announced afterwards.
    const sent = page.changes().filter(({ path }) => path.endsWith('/changes/'));
    expect(sent).toMatchObject([
      {
        body: {
          changes: [{ fields: { end_time: '00:00:04.400' } }, { fields: { start_time: '00:00:04.600' } }],
        },
      },
    ]);
  });

  it('asks to place the caret if there is none', async () => {
    const user = await openLoaded();
    await runFromMenu(user, 2, 'Split at cursor');
    expect(await screen.findByText(/Put the cursor where/)).toBeTruthy();
  });
});

describe('translating a row', () => {
  const translationResponse = (source: string) => ({
    status: 200,
    body: { translated_text: 'A better one', source, terms: [{ term: 'frase', translation: 'sentence' }] },
  });

  it('fills in the translation without saving it, and shows its origin', async () => {
    const user = await openLoaded(undefined, ({ path }) =>
      path === '/api/segments/2/translate/' ? translationResponse('memory') : undefined,
    );
    await user.click(actions(2).getByRole('button', { name: 'Auto Translate' }));
    await waitFor(() => expect(textField(2).value).toBe('A better one'));
    expect(screen.getByText('From your approved translations.')).toBeTruthy();
    expect(screen.getByText('Terms: frase → sentence')).toBeTruthy();
    expect(texts()[1]).toBe('Sentence 2');
    const row = within(textField(2).closest('tr') as HTMLElement);
    await user.click(row.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(textField(2).value).toBe('Sentence 2'));
  });

  it('translates the original as typed, which is saved first', async () => {
    const user = await openLoaded(undefined, ({ path }) => {
      const text = `Translated ${server.stored()[1]?.text_original}`;
      const body = { translated_text: text, source: 'service', terms: [] };
      return path === '/api/segments/2/translate/' ? { status: 200, body } : undefined;
    });
    await user.type(textField(2, 'Original'), ' nueva');
    press('t', { altKey: true, code: 'KeyT' });
    await waitFor(() => expect(textField(2).value).toBe('Translated Frase 2 nueva'));
    expect(texts()[1]).toBe('Sentence 2');
  });

  it('translates the original whose save is still in flight', async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const user = await openLoaded(undefined, (received) => {
      const body = { translated_text: server.stored()[1]?.text_original, source: 'service', terms: [] };
      if (received.path === '/api/segments/2/translate/') return { status: 200, body };
      return received.method === 'PATCH' ? gate.then(() => server.respond(received)) : undefined;
    });
    await user.type(textField(2, 'Original'), ' nueva');
    press('s', { ctrlKey: true });
    await waitFor(() => expect(page.received.some(({ method }) => method === 'PATCH')).toBe(true));
    press('t', { altKey: true, code: 'KeyT' });
    release();
    await waitFor(() => expect(textField(2).value).toBe('Frase 2 nueva'));
  });

  it('translates nothing if the typed original can’t be saved', async () => {
    const user = await openLoaded(undefined, ({ method }) =>
      method === 'PATCH' ? { status: 503, body: {} } : undefined,
    );
    await user.type(textField(2, 'Original'), ' nueva');
    press('t', { altKey: true, code: 'KeyT' });
    expect(await screen.findByText(/^Failed to update subtitle segment/)).toBeTruthy();
    expect(page.received.some(({ path }) => path.endsWith('/translate/'))).toBe(false);
  });

  it('shows the service’s reason for a failure', async () => {
    const user = await openLoaded(undefined, ({ path }) =>
      path.endsWith('/translate/') ? { status: 503, body: { detail: 'Set TRANSLATION_URL.' } } : undefined,
    );
    await user.click(actions(2).getByRole('button', { name: 'Auto Translate' }));
    expect(await screen.findByText('Translation failed. Set TRANSLATION_URL.')).toBeTruthy();
  });
});
