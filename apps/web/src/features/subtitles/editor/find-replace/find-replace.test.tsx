import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chooseLanguage } from '../../../../locales/i18n.ts';
import {
  close,
  loaded,
  open,
  page,
  prepare,
  press,
  server,
  text,
  texts,
} from '../testing/open-editor-screen.tsx';
import { segment, segments } from '../testing/segments.ts';

beforeEach(prepare);
afterEach(close);

const LIST = [
  segment(1, { text_original: 'El gato', text_target: 'The cat' }),
  segment(2, { text_original: 'Un perro', text_target: 'A dog' }),
  segment(3, { text_original: 'Gato y gato', text_target: 'Cat and cat' }),
];

async function openBar(list = LIST) {
  const user = await open(list);
  await loaded();
  press('h', { ctrlKey: true });
  await screen.findByRole('textbox', { name: 'Find' });
  const fill = async (name: string, typed: string) =>
    user.type(screen.getByRole('textbox', { name }), typed.replace(/[[{]/g, '$&$&'));
  return { user, setFields: fill };
}
const marked = () => [...document.querySelectorAll('mark')].map(({ textContent }) => textContent);
const rowCount = () => document.querySelectorAll('[data-segment]').length;

describe('find and replace', () => {
  it('shows matching rows while typing, with highlighted matches', async () => {
    const { setFields: fill } = await openBar();
    await fill('Find', 'gato');
    expect(await screen.findByText('3 matches in 2 rows')).toBeTruthy();
    expect(rowCount()).toBe(2);
    expect(marked()).toEqual(['gato', 'Gato', 'gato']);
  });

  it('previews each row’s new text without changing it', async () => {
    const { setFields: fill } = await openBar();
    await fill('Find', 'cat');
    await fill('Replace with', 'lion');
    await waitFor(() => expect(screen.getByText(/The lion$/)).toBeTruthy());
    expect(screen.getByText(/lion and lion$/)).toBeTruthy();
    expect(texts()).toEqual(['The cat', 'A dog', 'Cat and cat']);
  });

  it('replaces all in one call, which one undo reverts', async () => {
    const { user, setFields: fill } = await openBar();
    await fill('Find', 'cat');
    await fill('Replace with', 'lion');
    await screen.findByText('3 matches in 2 rows');
    await user.click(screen.getByRole('button', { name: 'Replace all' }));
    await waitFor(() => expect(texts()).toEqual(['The lion', 'A dog', 'lion and lion']));
    expect(page.changes().filter(({ path }) => path.endsWith('/changes/'))).toHaveLength(1);
    expect(await screen.findByText('2 rows changed.')).toBeTruthy();
    press('z', { ctrlKey: true }, document.body);
    await waitFor(() => expect(texts()).toEqual(['The cat', 'A dog', 'Cat and cat']));
  });

  it('accepts a regular expression with groups, and shows why one is refused', async () => {
    const { user, setFields: fill } = await openBar();
    await user.click(screen.getByRole('checkbox', { name: 'Regular expression' }));
    await fill('Find', '(cat) and (');
    const find = screen.getByRole('textbox', { name: 'Find' });
    await waitFor(() => expect(find.getAttribute('aria-invalid')).toBe('true'));
    await fill('Find', 'c)at');
    await fill('Replace with', '$2-$1');
    await waitFor(() => expect(screen.getByText(/c-Cat$/)).toBeTruthy());
  });

  it('shows in Spanish why a regular expression is refused', async () => {
    const { user, setFields: fill } = await openBar();
    await user.click(screen.getByRole('checkbox', { name: 'Regular expression' }));
    await fill('Find', '(cat');
    await act(() => chooseLanguage('es'));
    expect(
      await screen.findByText('“(cat” en el carácter 1 es un grupo incompleto: falta un “)”.'),
    ).toBeTruthy();
    await act(() => chooseLanguage('en'));
  });

  it('doesn’t change the other text if one is chosen', async () => {
    const list = [segment(1, { text_original: 'Ana', text_target: 'Ana' })];
    const { user, setFields: fill } = await openBar(list);
    await user.click(screen.getByRole('combobox', { name: 'In which texts' }));
    await user.click(await screen.findByRole('option', { name: 'Translation' }));
    await fill('Find', 'Ana');
    await fill('Replace with', 'Eva');
    await screen.findByText('1 match in 1 row');
    await user.click(screen.getByRole('button', { name: 'Replace all' }));
    await waitFor(() =>
      expect(server.stored()[0]).toMatchObject({ text_original: 'Ana', text_target: 'Eva' }),
    );
  });

  it('saves other edits of the rows, and restores them by undo', async () => {
    const { user, setFields: fill } = await openBar();
    await fill('Find', 'cat');
    await screen.findByText('3 matches in 2 rows');
    await user.type(text(1, 'Original'), '!');
    await fill('Replace with', 'lion');
    await waitFor(() => expect(server.stored()[0]?.text_original).toBe('El gato!'));
    await user.click(screen.getByRole('button', { name: 'Replace all' }));
    await waitFor(() => expect(texts()[0]).toBe('The lion'));
  });

  it('is closed by Escape, which shows all rows again', async () => {
    const { user, setFields: fill } = await openBar();
    await fill('Find', 'gato');
    await waitFor(() => expect(rowCount()).toBe(2));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(rowCount()).toBe(3));
    expect(screen.queryByRole('textbox', { name: 'Find' })).toBeNull();
    expect(marked()).toEqual([]);
  });

  it('searches every page', async () => {
    const { setFields: fill } = await openBar(segments(60));
    await fill('Find', 'Sentence 5');
    expect(await screen.findByText('11 matches in 11 rows')).toBeTruthy();
    expect(await loaded(59)).toBeTruthy();
  });
});
