import { describe, expect, it } from 'vitest';
import { ApiError, UnexpectedResponse } from '../../../api/api-error.ts';
import { formFailure } from './form-failure.ts';

const WORDING = { offline: 'Not reached.', fallback: 'Something went wrong.' };
const failureFor = (error: unknown) => formFailure(error, ['username', 'password'], WORDING);

describe('a form’s error message', () => {
  it('is a general one if the server sent none', () => {
    expect(failureFor(new ApiError(500, '<html>')).message).toBe('Something went wrong.');
    expect(failureFor(new ApiError(400, { detail: '' })).message).toBe('Something went wrong.');
    expect(failureFor(new UnexpectedResponse('POST /api/token/')).message).toBe('Something went wrong.');
  });

  it('shows that the server can’t be reached if there was no response', () => {
    expect(failureFor(new ApiError(0)).message).toBe('Not reached.');
  });

  it('is shown above the form too if it differs from the field’s message', () => {
    const failure = failureFor(
      new ApiError(400, { detail: 'Not so.', username: ['It is taken.', 'Choose another.'] }),
    );
    expect(failure).toEqual({ message: 'Not so.', fields: { username: 'It is taken. Choose another.' } });
  });

  it('is shown above the form for a field that the form doesn’t have', () => {
    const failure = failureFor(new ApiError(400, { detail: 'email: Bad.', email: ['Bad.'] }));
    expect(failure).toEqual({ message: 'email: Bad.', fields: {} });
  });
});
