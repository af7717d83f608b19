import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { chooseLanguage } from '../../../../locales/i18n.ts';
import {
  openLoaded,
  page,
  press,
  server,
  textField,
  texts,
  waitForRow,
} from '../testing/open-editor-screen.tsx';
import { segment, segments } from '../testing/segments.ts';

const ROWS = [
  segment(1, { text_original: 'El gato', text_target: 'The cat' }),
  segment(2, { text_original: 'Un perro', text_target: 'A dog' }),
  segment(3, { text_original: 'Gato y gato', text_target: 'Cat and cat' }),
];

async function openBar(list = ROWS) {
  const user = await openLoaded(list);
  press('h', { ctrlKey: true });
  await screen.findByRole('textbox', { name: 'Find' });
  const typeInto = async (name: string, typed: string) =>
    user.type(screen.getByRole('textbox', { name }), typed.replace(/[[{]/g, '$&$&'));
  return { user, setFields: typeInto };
}
const highlightedTexts = () => [...document.querySelectorAll('mark')].map(({ textContent }) => textContent);
const rowCount = () => document.querySelectorAll('[data-segment]').length;

describe('find and replace', () => {
  it('shows matching rows while typing, with highlighted matches', async () => {
    const { setFields: typeInto } = await openBar();
    await typeInto('Find', 'gato');
    expect(await screen.findByText('3 matches in 2 rows')).toBeTruthy();
    expect(rowCount()).toBe(2);
    expect(highlightedTexts()).toEqual(['gato', 'Gato', 'gato']);
  });

  it('previews each row’s new text without changing it', async () => {
    const { setFields: typeInto } = await openBar();
    await typeInto('Find', 'cat');
    await typeInto('Replace with', 'lion');
    await waitFor(() => expect(screen.getByText(/The lion$/)).toBeTruthy());
    expect(screen.getByText(/lion and lion$/)).toBeTruthy();
    expect(texts()).toEqual(['The cat', 'A dog', 'Cat and cat']);
  });

  it('replaces all in one call, reverted by one undo', async () => {
    const { user, setFields: typeInto } = await openBar();
    await typeInto('Find', 'cat');
    await typeInto('Replace with', 'lion');
    await screen.findByText('3 matches in 2 rows');
    await user.click(screen.getByRole('button', { name: 'Replace all' }));
    await waitFor(() => expect(texts()).toEqual(['The lion', 'A dog', 'lion and lion']));
    expect(page.changes().filter(({ path }) => path.endsWith('/changes/'))).toHaveLength(1);
    expect(await screen.findByText('2 rows changed.')).toBeTruthy();
    press('z', { ctrlKey: true }, document.body);
    await waitFor(() => expect(texts()).toEqual(['The cat', 'A dog', 'Cat and cat']));
  });

  it('accepts a regular expression with groups, and marks an invalid one', async () => {
    const { user, setFields: typeInto } = await openBar();
    await user.click(screen.getByRole('checkbox', { name: 'Regular expression' }));
    await typeInto('Find', '(cat) and (');
    const find = screen.getByRole('textbox', { name: 'Find' });
    await waitFor(() => expect(find.getAttribute('aria-invalid')).toBe('true'));
    await typeInto('Find', 'c)at');
    await typeInto('Replace with', '$2-$1');
    await waitFor(() => expect(screen.getByText(/c-Cat$/)).toBeTruthy());
  });

  it('explains an invalid regular expression in the interface’s language', async () => {
    const { user, setFields: typeInto } = await openBar();
    await user.click(screen.getByRole('checkbox', { name: 'Regular expression' }));
    await typeInto('Find', '(cat');
    await act(() => chooseLanguage('es'));
    expect(
      await screen.findByText('“(cat” en el carácter 1 es un grupo incompleto: falta un “)”.'),
    ).toBeTruthy();
    await act(() => chooseLanguage('en'));
  });

  it('changes only the selected side', async () => {
    const list = [segment(1, { text_original: 'Ana', text_target: 'Ana' })];
    const { user, setFields: typeInto } = await openBar(list);
    await user.click(screen.getByRole('combobox', { name: 'In which texts' }));
    await user.click(await screen.findByRole('option', { name: 'Translation' }));
    await typeInto('Find', 'Ana');
    await typeInto('Replace with', 'Eva');
    await screen.findByText('1 match in 1 row');
    await user.click(screen.getByRole('button', { name: 'Replace all' }));
    await waitFor(() =>
      expect(server.stored()[0]).toMatchObject({ text_original: 'Ana', text_target: 'Eva' }),
    );
  });

  it('replaces in rows with other edits, which are saved', async () => {
    const { user, setFields: typeInto } = await openBar();
    await typeInto('Find', 'cat');
    await screen.findByText('3 matches in 2 rows');
    await user.type(textField(1, 'Original'), '!');
    await typeInto('Replace with', 'lion');
    await waitFor(() => expect(server.stored()[0]?.text_original).toBe('El gato!'));
    await user.click(screen.getByRole('button', { name: 'Replace all' }));
    await waitFor(() => expect(texts()[0]).toBe('The lion'));
  });

  it.each([
    [
      'replaces in a text typed after the search',
      'The cat, big cat',
      'The lion, big lion',
      '2 rows changed.',
    ],
    ['leaves a text alone that no longer matches', 'The dog', 'The dog', '1 row changed.'],
  ])('%s', async (_, typed, expected, message) => {
    const { user, setFields: typeInto } = await openBar();
    await typeInto('Find', 'cat');
    await typeInto('Replace with', 'lion');
    await screen.findByText('3 matches in 2 rows');
    await user.clear(textField(1));
    await user.type(textField(1), typed);
    await user.click(screen.getByRole('button', { name: 'Replace all' }));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(texts()).toEqual([expected, 'A dog', 'lion and lion']);
    expect(page.changes()[0]).toMatchObject({ method: 'PATCH', body: { text_target: typed } });
  });

  it('is closed by Escape, which shows all rows again', async () => {
    const { user, setFields: typeInto } = await openBar();
    await typeInto('Find', 'gato');
    await waitFor(() => expect(rowCount()).toBe(2));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(rowCount()).toBe(3));
    expect(screen.queryByRole('textbox', { name: 'Find' })).toBeNull();
    expect(highlightedTexts()).toEqual([]);
  });

  it('searches all pages', async () => {
    const { setFields: typeInto } = await openBar(segments(60));
    await typeInto('Find', 'Sentence 5');
    expect(await screen.findByText('11 matches in 11 rows')).toBeTruthy();
    expect(await waitForRow(59)).toBeTruthy();
  });
});
