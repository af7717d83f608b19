import { describe, expect, it } from 'vitest';
import { summarizeInput } from './audit-details.ts';

describe('the audit log’s summary of a request body', () => {
  it.each([
    ['short values unchanged', { title: 'Él', priority: 3, published: false, country: null }],
    ['a list’s length', { segments: [1, 2] }, { segments: 2 }],
    ['no nested object', { settings: { a: 1 } }, {}],
    ['no secrets', { password: 'x', new_password1: 'x', token: 'x', client_secret: 'x', upload: 'x' }, {}],
    ['only characters that jsonb can store', { note: 'a\0b\ud800c' }, { note: 'ab\ufffdc' }],
    ['the first hundred characters of a text', { note: '🐈'.repeat(101) }, { note: `${'🐈'.repeat(100)}…` }],
    ['a text of a hundred characters', { note: '🐈'.repeat(100) }],
  ])('contains %s', (_, input: Record<string, unknown>, expected = input) => {
    expect(summarizeInput(input)).toEqual(expected);
  });
});
