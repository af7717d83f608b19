import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { toasts } from '../../../../ui/feedback/toast.ts';
import { openLoaded, page, press, server, textField, texts } from '../testing/open-editor-screen.tsx';
import { segments } from '../testing/segments.ts';

const MESSAGE = '2 rows deleted.';
const SENTENCES = ['Sentence 1', 'Sentence 2', 'Sentence 3', 'Sentence 4', 'Sentence 5'];

/** Deletes rows 4 and 5, and returns the toast. */
async function deleteTwo(user: UserEvent): Promise<HTMLElement> {
  for (const number of [4, 5])
    await user.click(screen.getByRole('checkbox', { name: `Select segment ${number}` }));
  press('Delete', {});
  const message = await screen.findByText(MESSAGE);
  return message.parentElement as HTMLElement;
}
const undoButton = (toast: HTMLElement) => within(toast).getByRole('button', { name: 'Undo' });
async function openFiveRows() {
  const user = await openLoaded(segments(5));
  return user;
}

describe('an offer to undo a change', () => {
  it('undoes its step, and keeps text typed in other rows since', async () => {
    const user = await openFiveRows();
    const toast = await deleteTwo(user);
    await user.type(textField(1), '!');
    await user.click(undoButton(toast));
    await waitFor(() => expect(texts()).toEqual(['Sentence 1!', ...SENTENCES.slice(1)]));
    press('z', { ctrlKey: true });
    await waitFor(() => expect(texts()).toEqual(SENTENCES));
  });

  it('disappears when the step is undone by keyboard', async () => {
    const user = await openFiveRows();
    await user.type(textField(1), '!');
    await user.click(textField(2));
    await waitFor(() => expect(texts()[0]).toBe('Sentence 1!'));
    await deleteTwo(user);
    press('z', { ctrlKey: true }, document.body);
    await waitFor(() => expect(texts()).toEqual(['Sentence 1!', ...SENTENCES.slice(1)]));
    await waitFor(() => expect(screen.queryByText(MESSAGE)).toBeNull());
  });

  it('disappears when someone else has changed the rows', async () => {
    const user = await openFiveRows();
    await user.click(screen.getByRole('checkbox', { name: 'Select segment 2' }));
    await user.click(screen.getByRole('button', { name: 'Accept' }));
    const message = await screen.findByText('1 row accepted.');
    const { version } = server.changeElsewhere(2, { text_target: 'Theirs' });
    server.sendEvent({ type: 'changed', ids: [2], versions: [version] });
    await waitFor(() => expect(textField(2).value).toBe('Theirs'));
    await waitFor(() => expect(message.isConnected).toBe(false));
  });

  it('disappears when the screen is left', async () => {
    const user = await openFiveRows();
    const toast = await deleteTwo(user);
    expect(toast.isConnected).toBe(true);
    await page.close();
    expect(toasts.getSnapshot().map(({ message }) => message)).not.toContain(MESSAGE);
  });
});
