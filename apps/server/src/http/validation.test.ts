import { accounts, candidates, type Schema } from '@sayback/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AppError } from '../errors/app-error.ts';
import { translateMessage } from '../messages/translate-message.ts';
import { validate } from './validation.ts';

/** Returns the English messages for an invalid input. */
function catchErrors(schema: Schema, input: unknown): { message: string; fields: Record<string, string[]> } {
  try {
    validate(schema, input);
  } catch (error) {
    const { message, fields } = error as AppError;
    const userMessage = Object.entries(fields).map(([field, messages]) => [
      field,
      messages.map((message) => translateMessage('en', message)),
    ]);
    return { message, fields: Object.fromEntries(userMessage) };
  }
  throw new Error('the input is valid');
}

const { updateProfile, createInvitation, updatePreferences, register } = accounts;
const { searchCandidates, bulkScan } = candidates;

describe('invalid input', () => {
  it.each([
    [register.body, { username: 'lena' }, 'password', 'This field is required.'],
    [register.body, { username: 7, password: 'x' }, 'username', 'This must be text.'],
    [register.body, { username: 'lena', password: 'x', email: 'x' }, 'email', 'Enter a valid email address.'],
    [updateProfile.body, { native_language: '' }, 'native_language', "This field can't be blank."],
    [
      updateProfile.body,
      { native_language: 'x'.repeat(36) },
      'native_language',
      'Use at most 35 characters.',
    ],
    [createInvitation.body, { uses: 0 }, 'uses', 'This must be at least 1.'],
    [createInvitation.body, { uses: 10_001 }, 'uses', 'This must be at most 10000.'],
    [createInvitation.body, { uses: 1.5 }, 'uses', 'This must be a whole number.'],
    [updatePreferences.body, { theme: 'blue' }, 'theme', 'This must be one of: auto, light, dark, contrast.'],
    [updatePreferences.body, { player: { speed: 2.03 } }, 'player', 'speed: This must be at most 2.'],
    [updatePreferences.body, { player: { keys: 1 } }, 'player', 'keys: This must be true or false.'],
    [updatePreferences.body, { player: [] }, 'player', 'This must be an object.'],
    [searchCandidates.body, { languages: 'en' }, 'languages', 'This must be a list.'],
    [z.object({ at: z.number().multipleOf(0.05) }), { at: 0.51 }, 'at', 'This must be a multiple of 0.05.'],
    [z.object({ at: z.number().positive() }), { at: 0 }, 'at', 'This must be more than 0.'],
  ])('has a message for the field (%#)', (schema, input, field, message) => {
    const { message: detail, fields } = catchErrors(schema, input);
    expect(fields).toEqual({ [field]: [message] });
    expect(detail).toBe(`${field}: ${message}`);
  });

  it('has a message for the list of an invalid item', () => {
    const { fields } = catchErrors(bulkScan.body, { candidate_ids: [1, 'x'] });
    expect(fields).toEqual({ candidate_ids: ['This must be a number.'] });
  });

  it('has at most 20 messages for a list', () => {
    const { fields } = catchErrors(bulkScan.body, { candidate_ids: Array(1000).fill('x') });
    expect(fields).toEqual({ candidate_ids: Array(20).fill('This must be a number.') });
  });

  it('has a separate message if it isn’t an object', () => {
    const { message, fields } = catchErrors(register.body, null);
    expect(message).toBe('This must be an object.');
    expect(fields).toEqual({ non_field_errors: [message] });
  });
});
