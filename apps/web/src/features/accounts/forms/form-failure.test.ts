import { describe, expect, it } from 'vitest';
import { ApiError, UnexpectedResponse } from '../../../api/api-error.ts';
import { formFailure } from './form-failure.ts';

const WORDING = { offline: 'Not reached.', otherwise: 'Something went wrong.' };
const read = (error: unknown) => formFailure(error, ['username', 'password'], WORDING);

describe('a form’s failure', () => {
  it('is the server’s detail', () => {
    expect(read(new ApiError(401, { detail: 'No such account.' }))).toEqual({
      message: 'No such account.',
      fields: {},
    });
  });

  it('is the general sentence where the server gave none', () => {
    expect(read(new ApiError(500, '<html>')).message).toBe('Something went wrong.');
    expect(read(new ApiError(400, { detail: '' })).message).toBe('Something went wrong.');
    expect(read(new UnexpectedResponse('POST /api/token/')).message).toBe('Something went wrong.');
  });

  it('says that the server was not reached when no answer came', () => {
    expect(read(new ApiError(0)).message).toBe('Not reached.');
  });

  it('stands at the field alone when the detail repeats the field’s message', () => {
    const taken = { detail: 'It is taken.', username: ['It is taken.'] };
    expect(read(new ApiError(400, taken))).toEqual({
      message: undefined,
      fields: { username: 'It is taken.' },
    });
    const long = { detail: 'password: Too long.', password: ['Too long.'] };
    expect(read(new ApiError(400, long))).toEqual({ message: undefined, fields: { password: 'Too long.' } });
  });

  it('stands above too when the detail says something else', () => {
    const failure = read(
      new ApiError(400, { detail: 'Not so.', username: ['It is taken.', 'Choose another.'] }),
    );
    expect(failure).toEqual({ message: 'Not so.', fields: { username: 'It is taken. Choose another.' } });
  });

  it('is shown above when it concerns a field that the form does not have', () => {
    const failure = read(new ApiError(400, { detail: 'email: Bad.', email: ['Bad.'] }));
    expect(failure).toEqual({ message: 'email: Bad.', fields: {} });
  });

  it('needs no sentence above when the fields have their messages', () => {
    expect(read(new ApiError(400, { username: ['It is taken.'] })).message).toBeUndefined();
  });
});
