import { ApiError } from '../../../api/api-error.ts';

export type FormFailure = {
  /** Message for the whole form; undefined if the fields' messages are enough. */
  message: string | undefined;
  fields: Record<string, string | undefined>;
};

export const NO_FAILURE: FormFailure = { message: undefined, fields: {} };

/**
 * Turns a failed call into a form's messages: the fields' at the fields, the server's `detail` above them. For an invalid field
 * the server repeats the field's message as `detail`, alone or after the field's name; it is shown only once.
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
  const repeatsFieldMessage = detail
    ? fieldErrors.some(({ messages }) => messages.some((message) => detail.endsWith(message)))
    : fieldErrors.length > 0;
  return {
    message: repeatsFieldMessage ? undefined : detail || wording.fallback,
    fields: Object.fromEntries(fieldErrors.map(({ name, messages }) => [name, messages.join(' ')])),
  };
}
