import { DrizzleQueryError } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { describeError } from './describe-error.ts';

it('describeError returns a failed statement and its cause, without parameters', () => {
  const cause = Object.assign(new Error('duplicate key value'), {
    code: '23505',
    detail: 'Key (email)=(a@example.org)',
  });
  const error = new DrizzleQueryError(
    'insert into users values ($1, $2)',
    ['a@example.org', '$argon2id$x'],
    cause,
  );
  const described = describeError(error);
  expect(described).toMatchObject({
    query: 'insert into users values ($1, $2)',
    cause: { message: 'duplicate key value', code: '23505' },
  });
  expect(described.stack).toContain('describe-error.test.ts');
  expect(JSON.stringify(described)).not.toMatch(/example\.org|argon2id/);
});

it('describeError returns the messages of other errors', () => {
  expect(describeError(new TypeError('x is not a function'))).toMatchObject({
    type: 'TypeError',
    message: 'x is not a function',
  });
  expect(describeError('text')).toEqual({ type: 'string', message: '', stack: '' });
});
