import { expect, it } from 'vitest';
import { newDraft, storeDraft, storedDraft } from './drafts.ts';

const LINE = ['Que estén maduros'];
const typed = (value: string) => ({ ...newDraft(LINE), values: [value] });

it('a draft is stored by account and line until it is checked', () => {
  storeDraft('7', 'write 1', typed('que est'));
  expect(storedDraft('7', 'write 1', LINE)).toMatchObject({ values: ['que est'] });
  expect(storedDraft('8', 'write 1', LINE)).toEqual(newDraft(LINE));
  expect(storedDraft('7', 'write 2', LINE)).toEqual(newDraft(LINE));
  storeDraft('7', 'write 1', null);
  expect(storedDraft('7', 'write 1', LINE)).toEqual(newDraft(LINE));
});

it('a draft for other parts of the line is ignored', () => {
  storeDraft('7', 'gaps 1', typed('estén'));
  expect(storedDraft('7', 'gaps 1', ['Que', 'maduros'])).toEqual(newDraft(['Que', 'maduros']));
  expect(storedDraft('7', 'gaps 1', ['maduros'])).toEqual(newDraft(['maduros']));
});

it('the oldest of too many drafts are removed', () => {
  for (let line = 0; line < 120; line++) storeDraft('9', `write ${line}`, typed('x'));
  expect(storedDraft('9', 'write 119', LINE).values).toEqual(['x']);
  expect(Object.keys(localStorage).filter((key) => key.startsWith('account:9:typed:'))).toHaveLength(100);
});
