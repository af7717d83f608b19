import type { FieldErrors, Schema } from '@sayback/contract';
import { z } from 'zod';
import { AppError } from './app-error.ts';

type Issue = z.core.$ZodIssue;

/** What was given there. To have zod report it would make reading good input cost several times as much. */
const givenAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((at, key) => (at as Record<PropertyKey, unknown> | null | undefined)?.[key], input);

function messageOf(issue: Issue, input: unknown): string {
  if (issue.code === 'invalid_type' && givenAt(input, issue.path) === undefined) {
    return 'This field is required.';
  }
  // The branches of a union say more than the union itself: take the last one, which is the non-empty form.
  if (issue.code === 'invalid_union') return issue.errors.at(-1)?.[0]?.message ?? issue.message;
  return issue.message;
}

function fieldErrors(issues: Issue[], input: unknown): FieldErrors {
  const fields: FieldErrors = {};
  for (const issue of issues) {
    const field = String(issue.path[0] ?? 'non_field_errors');
    fields[field] = [...(fields[field] ?? []), messageOf(issue, input)];
  }
  return fields;
}

/** Reads an input by its schema. Throws a 400 that names each bad field and, in `detail`, the first. */
export function validate<Input extends Schema>(schema: Input, input: unknown): z.output<Input> {
  const read = z.safeParse(schema, input);
  if (read.success) return read.data;
  const fields = fieldErrors(read.error.issues, input);
  const [field, messages] = Object.entries(fields)[0] ?? ['', ['Bad input.']];
  const detail = field === 'non_field_errors' ? String(messages[0]) : `${field}: ${messages[0]}`;
  throw new AppError('bad_request', detail, { fields });
}
