import type { FieldErrors, Schema } from '@sayback/contract';
import { z } from 'zod';
import { AppError } from '../errors/app-error.ts';

type Issue = z.core.$ZodIssue;
type RawIssue = z.core.$ZodRawIssue;

/** What a field has to be, by zod's name for it. */
const KINDS: Record<string, string> = {
  string: 'This has to be text.',
  number: 'This has to be a number.',
  int: 'This has to be a whole number.',
  boolean: 'This has to be true or false.',
  array: 'This has to be a list.',
  object: 'This has to be an object.',
  record: 'This has to be an object.',
};
const UNFIT = 'This does not fit here.';

function tooSmall({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall): string {
  if (origin === 'string') {
    return Number(minimum) === 1
      ? 'This field may not be blank.'
      : `This has to be at least ${minimum} characters long.`;
  }
  if (origin === 'array') {
    return Number(minimum) === 1
      ? 'This list may not be empty.'
      : `This has to have at least ${minimum} parts.`;
  }
  return inclusive ? `This has to be at least ${minimum}.` : `This has to be more than ${minimum}.`;
}

function tooBig({ origin, maximum, inclusive }: z.core.$ZodIssueTooBig): string {
  if (origin === 'string') return `This has to be at most ${maximum} characters long.`;
  if (origin === 'array') return `This has to have at most ${maximum} parts.`;
  return inclusive ? `This has to be at most ${maximum}.` : `This has to be less than ${maximum}.`;
}

/** What is wrong, where the schema has no words of its own for it. */
function messageOf(issue: RawIssue): string {
  if (issue.input === undefined) return 'This field is required.';
  switch (issue.code) {
    case 'invalid_type':
      return KINDS[String(issue.expected)] ?? UNFIT;
    case 'too_small':
      return tooSmall(issue as unknown as z.core.$ZodIssueTooSmall);
    case 'too_big':
      return tooBig(issue as unknown as z.core.$ZodIssueTooBig);
    case 'not_multiple_of':
      return `This has to be a multiple of ${issue.divisor}.`;
    case 'invalid_value':
      return `This has to be one of: ${(issue.values as unknown[]).join(', ')}.`;
    default:
      return UNFIT;
  }
}

const WORDED = { error: messageOf };

/** The branches of a union say more than the union itself: the last one is the non-empty form. */
function innermost(
  issue: Issue,
  path: readonly PropertyKey[] = [],
): { path: PropertyKey[]; message: string } {
  const here = [...path, ...issue.path];
  const inner = issue.code === 'invalid_union' ? issue.errors.at(-1)?.[0] : undefined;
  return inner ? innermost(inner, here) : { path: here, message: issue.message };
}

/** The names of what lies in a field, up to the first list. */
function namesWithin(path: readonly PropertyKey[]): PropertyKey[] {
  const end = path.findIndex((key) => typeof key === 'number');
  return path.slice(1, end === -1 ? undefined : end);
}

function fieldErrors(issues: Issue[]): FieldErrors {
  const fields: FieldErrors = {};
  for (const issue of issues) {
    const { path, message } = innermost(issue);
    const field = String(path[0] ?? 'non_field_errors');
    fields[field] = [...(fields[field] ?? []), [...namesWithin(path), message].join(': ')];
  }
  return fields;
}

/** Reads an input by its schema. Throws a 400 that names each bad field and, in `detail`, the first. */
export function validate<Input extends Schema>(schema: Input, input: unknown): z.output<Input> {
  const read = z.safeParse(schema, input, WORDED);
  if (read.success) return read.data;
  const fields = fieldErrors(read.error.issues);
  const [field, messages] = Object.entries(fields)[0] ?? ['', ['Bad input.']];
  const detail = field === 'non_field_errors' ? String(messages[0]) : `${field}: ${messages[0]}`;
  throw new AppError('bad_request', detail, { fields });
}
