import { ApiError } from '../../../api/api-error.ts';

export type FormFailure = {
  /** Message for the whole form; undefined if the fields' messages are enough. */
  message: string | undefined;
  fields: Record<string, string | undefined>;
};

export const NO_FAILURE: FormFailure = { message: undefined, fields: {} };

/**
 * Turns a failed call into a form's messages: the server's at the form's fields, its `detail` above them. A bad field's
 * `detail` repeats that field's message, alone or after the field's name; it is shown once.
 */
export function formFailure(
  error: unknown,
  names: readonly string[],
  wording: { offline: string; fallback: string },
): FormFailure {
  if (!(error instanceof ApiError)) return { message: wording.fallback, fields: {} };
  if (error.status === 0) return { message: wording.offline, fields: {} };
  const fieldErrors = names.flatMap((name) => {
    const messages = error.fields[name];
    return messages && messages.length > 0 ? [{ name, messages }] : [];
  });
  const { detail } = error;
  const isCovered = detail
    ? fieldErrors.some(({ messages }) => messages.some((message) => detail.endsWith(message)))
    : fieldErrors.length > 0;
  return {
    message: isCovered ? undefined : detail || wording.fallback,
    fields: Object.fromEntries(fieldErrors.map(({ name, messages }) => [name, messages.join(' ')])),
  };
}
