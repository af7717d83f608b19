import { MantineProvider, TextInput } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { AskBeforeClosing } from './ask-before-closing.tsx';
import { Dialog } from './dialog.tsx';
import { DialogButtons } from './dialog-buttons.tsx';

function Note({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  return (
    <Dialog title="A note" onClose={onClose}>
      <TextInput label="Note" value={text} onChange={({ currentTarget }) => setText(currentTarget.value)} />
      <AskBeforeClosing when={text !== ''} />
      <DialogButtons label="Save" onCancel={onClose} onConfirm={onClose} />
    </Dialog>
  );
}

function Page() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && <Note onClose={() => setOpen(false)} />}
    </>
  );
}

const QUESTION = 'Discard what you entered?';
const dialog = () => screen.queryByRole('dialog', { name: 'A note' });
const question = () => screen.queryByRole('dialog', { name: QUESTION });
const button = (name: string) => screen.getByRole('button', { name });

async function openNote(text: string) {
  const user = userEvent.setup();
  render(
    <MantineProvider env="test">
      <Page />
    </MantineProvider>,
  );
  await user.click(button('Open'));
  if (text) await user.type(screen.getByLabelText('Note'), text);
  return user;
}

describe('a dialog with unsaved input', () => {
  it.each([
    ['Escape', (user: ReturnType<typeof userEvent.setup>) => user.keyboard('{Escape}')],
    ['its close button', (user: ReturnType<typeof userEvent.setup>) => user.click(button('Close'))],
    ['Cancel', (user: ReturnType<typeof userEvent.setup>) => user.click(button('Cancel'))],
  ])('asks before %s discards it', async (_, close) => {
    const user = await openNote('Typed with care');
    await close(user);
    expect(question()).toBeTruthy();
    expect(dialog()).toBeTruthy();
    await user.click(button('Discard'));
    expect(question()).toBeNull();
    expect(dialog()).toBeNull();
    expect(document.activeElement).toBe(button('Open'));
  });

  it('keeps the input after Escape in the question', async () => {
    const user = await openNote('Typed with care');
    await user.keyboard('{Escape}');
    await user.keyboard('{Escape}');
    expect(question()).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('Typed with care');
    await user.keyboard('{Escape}');
    expect(question()).toBeTruthy();
  });

  it('doesn’t ask when it closes after its action', async () => {
    const user = await openNote('Typed with care');
    await user.click(button('Save'));
    expect(question()).toBeNull();
    expect(dialog()).toBeNull();
  });

  it('doesn’t ask before anything is typed', async () => {
    const user = await openNote('');
    await user.keyboard('{Escape}');
    expect(dialog()).toBeNull();
  });
});
