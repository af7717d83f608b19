import { describe, expect, it } from 'vitest';
import { summarizeInput } from './audit-details.ts';

describe('what the audit log keeps of a body', () => {
  it.each([
    ['short values as they are', { title: 'Él', priority: 3, published: false, country: null }],
    ['of a list its length', { segments: [1, 2] }, { segments: 2 }],
    ['nothing of what has parts of its own', { settings: { a: 1 } }, {}],
    ['no secret', { password: 'x', new_password1: 'x', token: 'x', client_secret: 'x', upload: 'x' }, {}],
    ['what jsonb takes', { note: 'a\0b\ud800c' }, { note: 'ab\ufffdc' }],
    ['a hundred characters of a text', { note: '🐈'.repeat(101) }, { note: `${'🐈'.repeat(100)}…` }],
    ['a hundred characters whole', { note: '🐈'.repeat(100) }],
  ])('is %s', (_, input: Record<string, unknown>, expected = input) => {
    expect(summarizeInput(input)).toEqual(expected);
  });
});
