import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ChoiceSelect } from './choice-select.tsx';

const LANGUAGES = [
  { code: 'ab', name: 'Abkhazian' },
  { code: 'bn', name: 'Bengali' },
  { code: 'en', name: 'English' },
  { code: 'et', name: 'Estonian' },
  { code: 'fr', name: 'French' },
  { code: 'fro', name: 'Old French' },
  { code: 'es', name: 'Spanish' },
];
const onSubmit = vi.fn();
const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Language' });
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

function Form({ initialCode, clearable }: { initialCode: string | null; clearable: boolean }) {
  const [code, setCode] = useState(initialCode);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(code);
      }}
    >
      <ChoiceSelect
        label="Language"
        choices={LANGUAGES}
        value={code}
        onChange={setCode}
        clearable={clearable}
        openOnFocus={false}
      />
      <button type="submit">Save</button>
    </form>
  );
}

function open(initialCode: string | null = null, clearable = false) {
  render(
    <MantineProvider env="test">
      <Form initialCode={initialCode} clearable={clearable} />
    </MantineProvider>,
  );
  return userEvent.setup();
}

afterEach(() => {
  cleanup();
  onSubmit.mockReset();
});

describe('a searchable select', () => {
  it.each([
    ['Enter', '{Enter}'],
    ['Tab', '{Tab}'],
  ])('selects the first match on %s', async (_name, key) => {
    const user = open();
    await user.type(field(), `Eng${key}`);
    expect(field().value).toBe('English');
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('selects the first match when something else is clicked', async () => {
    const user = open();
    await user.type(field(), 'span');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(field().value).toBe('Spanish');
    expect(onSubmit).toHaveBeenCalledWith('es');
  });

  it('submits with Enter only once the list is closed', async () => {
    const user = open();
    await user.type(field(), 'French{Enter}');
    expect(onSubmit).not.toHaveBeenCalled();
    await user.keyboard('{Enter}');
    expect(onSubmit).toHaveBeenCalledWith('fr');
  });

  it('closes an open list on Enter if nothing is highlighted or found', async () => {
    const user = open('en');
    await user.type(field(), ' xyz{Enter}');
    expect(onSubmit).not.toHaveBeenCalled();
    expect(field().value).toBe('English');
    expect(options()).toEqual([]);
  });

  it('filters by the whole name of the selected option too, and keeps it', async () => {
    const user = open('fr');
    await user.clear(field());
    await user.type(field(), 'French');
    expect(options()).toEqual(['French', 'Old French']);
    await user.keyboard('{Enter}');
    expect(field().value).toBe('French');
  });

  it('replaces the selected option with what is typed over it', async () => {
    const user = open('fr');
    await user.clear(field());
    await user.type(field(), 'benga{Tab}');
    expect(field().value).toBe('Bengali');
  });

  it('selects the match reached with the arrow keys', async () => {
    const user = open();
    await user.type(field(), 'fren{ArrowDown}{Enter}');
    expect(field().value).toBe('Old French');
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('lists the option whose code was typed first', async () => {
    const user = open();
    await user.type(field(), 'es');
    expect(options()).toEqual(['Spanish', 'Estonian']);
  });

  it('keeps the selection when its text is deleted, unless it is clearable', async () => {
    const user = open('fr');
    await user.clear(field());
    await user.tab();
    expect(field().value).toBe('French');
    cleanup();
    open('fr', true);
    await user.clear(field());
    await user.keyboard('{Enter}');
    expect(field().value).toBe('');
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('discards typed text on Escape', async () => {
    const user = open('fr');
    await user.type(field(), 'x{Escape}');
    expect(field().value).toBe('French');
    await user.tab();
    expect(field().value).toBe('French');
  });

  it('leaves Enter to the input method during a composition', () => {
    open();
    fireEvent.change(field(), { target: { value: 'Eng' } });
    fireEvent.keyDown(field(), { key: 'Enter', code: 'Enter', isComposing: true });
    expect(field().value).toBe('Eng');
  });
});
