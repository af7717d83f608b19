import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { close, loaded, open, prepare, press, server, text, texts } from '../testing/open-editor-screen.tsx';
import { segments } from '../testing/segments.ts';

beforeEach(prepare);
afterEach(close);

const MESSAGE = '2 rows deleted.';
const ALL = ['Sentence 1', 'Sentence 2', 'Sentence 3', 'Sentence 4', 'Sentence 5'];

/** Deletes the rows 4 and 5, and returns the message that follows. */
async function deleteTwo(user: UserEvent): Promise<HTMLElement> {
  for (const number of [4, 5])
    await user.click(screen.getByRole('checkbox', { name: `Select segment ${number}` }));
  press('Delete', {});
  const message = await screen.findByText(MESSAGE);
  return message.parentElement as HTMLElement;
}
const undoIn = (toast: HTMLElement) => within(toast).getByRole('button', { name: 'Undo' });
async function openFive() {
  const user = await open(segments(5));
  await loaded();
  return user;
}

describe('an offer to undo a change', () => {
  it('undoes its own step, and keeps text typed in other rows since', async () => {
    const user = await openFive();
    const toast = await deleteTwo(user);
    await user.type(text(1), '!');
    await user.click(undoIn(toast));
    await waitFor(() => expect(texts()).toEqual(['Sentence 1!', ...ALL.slice(1)]));
    press('z', { ctrlKey: true });
    await waitFor(() => expect(texts()).toEqual(ALL));
  });

  it('disappears when the step is undone by the key', async () => {
    const user = await openFive();
    await user.type(text(1), '!');
    await user.click(text(2));
    await waitFor(() => expect(texts()[0]).toBe('Sentence 1!'));
    await deleteTwo(user);
    press('z', { ctrlKey: true }, document.body);
    await waitFor(() => expect(texts()).toEqual(['Sentence 1!', ...ALL.slice(1)]));
    await waitFor(() => expect(screen.queryByText(MESSAGE)).toBeNull());
  });

  it('disappears when someone else has changed the rows', async () => {
    const user = await openFive();
    await user.click(screen.getByRole('checkbox', { name: 'Select segment 2' }));
    await user.click(screen.getByRole('button', { name: 'Accept' }));
    const message = await screen.findByText('1 row accepted.');
    const { version } = server.changeElsewhere(2, { text_target: 'Theirs' });
    server.tell({ type: 'changed', ids: [2], versions: [version] });
    await waitFor(() => expect(text(2).value).toBe('Theirs'));
    await waitFor(() => expect(message.isConnected).toBe(false));
  });

  it('disappears with the screen', async () => {
    const user = await openFive();
    const toast = await deleteTwo(user);
    expect(toast.isConnected).toBe(true);
    await close();
    expect(screen.queryByText(MESSAGE)).toBeNull();
  });
});
