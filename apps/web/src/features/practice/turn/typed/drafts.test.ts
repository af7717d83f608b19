import { expect, it } from 'vitest';
import { newDraft, storeDraft, storedDraft } from './drafts.ts';

const typed = (value: string) => ({ ...newDraft(1), values: [value] });

it('a draft is stored by account and line until it is checked', () => {
  storeDraft('7', 'write 1', typed('que est'));
  expect(storedDraft('7', 'write 1', 1)).toMatchObject({ values: ['que est'] });
  expect(storedDraft('8', 'write 1', 1)).toEqual(newDraft(1));
  expect(storedDraft('7', 'write 2', 1)).toEqual(newDraft(1));
  storeDraft('7', 'write 1', null);
  expect(storedDraft('7', 'write 1', 1)).toEqual(newDraft(1));
});

it('a draft of other parts of the line is left', () => {
  storeDraft('7', 'gaps 1', typed('estén'));
  expect(storedDraft('7', 'gaps 1', 2)).toEqual(newDraft(2));
});

it('of many drafts the oldest give way', () => {
  for (let line = 0; line < 120; line++) storeDraft('9', `write ${line}`, typed('x'));
  expect(storedDraft('9', 'write 119', 1).values).toEqual(['x']);
  expect(Object.keys(localStorage).filter((key) => key.startsWith('account:9:typed:'))).toHaveLength(100);
});
