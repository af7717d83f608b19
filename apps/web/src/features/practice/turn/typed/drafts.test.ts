import { expect, it } from 'vitest';
import { createDraft, readDraft, storeDraft } from './drafts.ts';

const LINE = ['Que estén maduros'];
const createTyped = (value: string) => ({ ...createDraft(LINE), values: [value] });

it('a draft is stored by account and line until it is checked', () => {
  storeDraft('7', 'write 1', createTyped('que est'));
  expect(readDraft('7', 'write 1', LINE)).toMatchObject({ values: ['que est'] });
  expect(readDraft('8', 'write 1', LINE)).toEqual(createDraft(LINE));
  expect(readDraft('7', 'write 2', LINE)).toEqual(createDraft(LINE));
  storeDraft('7', 'write 1', null);
  expect(readDraft('7', 'write 1', LINE)).toEqual(createDraft(LINE));
});

it('a draft for other fields of the line is ignored', () => {
  storeDraft('7', 'gaps 1', createTyped('estén'));
  expect(readDraft('7', 'gaps 1', ['Que', 'maduros'])).toEqual(createDraft(['Que', 'maduros']));
  expect(readDraft('7', 'gaps 1', ['maduros'])).toEqual(createDraft(['maduros']));
});

it('the oldest drafts above the limit are removed', () => {
  for (let line = 0; line < 120; line++) storeDraft('9', `write ${line}`, createTyped('x'));
  expect(readDraft('9', 'write 119', LINE).values).toEqual(['x']);
  expect(Object.keys(localStorage).filter((key) => key.startsWith('account:9:typed:'))).toHaveLength(100);
});
