import type { InputMessage, Schema } from '@sayback/contract';
import { z } from 'zod';
import { AppError } from '../errors/app-error.ts';
import { type Message, message } from '../messages/message.ts';

type Issue = z.core.$ZodIssue;

/** Message for each of zod's expected types. */
const KINDS = {
  string: 'input.string',
  number: 'input.number',
  int: 'input.int',
  boolean: 'input.boolean',
  array: 'input.array',
  object: 'input.object',
  record: 'input.object',
} as const;
const isKind = (type: string): type is keyof typeof KINDS => Object.hasOwn(KINDS, type);

function tooSmall({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall): Message {
  const values = { minimum: Number(minimum) };
  if (origin === 'string') {
    return values.minimum === 1 ? { id: 'input.blank' } : message('input.minLength', values);
  }
  if (origin === 'array') {
    return values.minimum === 1 ? { id: 'input.emptyList' } : message('input.minItems', values);
  }
  return message(inclusive ? 'input.atLeast' : 'input.moreThan', values);
}

function tooBig({ origin, maximum, inclusive }: z.core.$ZodIssueTooBig): Message {
  const values = { maximum: Number(maximum) };
  if (origin === 'string') return message('input.maxLength', values);
  if (origin === 'array') return message('input.maxItems', values);
  return message(inclusive ? 'input.atMost' : 'input.lessThan', values);
}

/** Returns the message for an issue: that of the contract's check, if it has one. */
function getMessage(issue: Issue): Message {
  if (issue.message !== DEFAULT_ERROR) return { id: issue.message as InputMessage };
  if (issue.input === undefined) return { id: 'input.required' };
  switch (issue.code) {
    case 'invalid_type':
      return { id: isKind(issue.expected) ? KINDS[issue.expected] : 'input.unfit' };
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'not_multiple_of':
      return message('input.multipleOf', { divisor: Number(issue.divisor) });
    case 'invalid_value':
      return message('input.oneOf', { values: issue.values.join(', ') });
    default:
      return { id: 'input.unfit' };
  }
}

const DEFAULT_ERROR = '';
const OPTIONS = { error: () => DEFAULT_ERROR, reportInput: true };

/** Replaces the issue of a union by the more specific issue of its last member, which is the one for non-empty values. */
function findInnermost(
  issue: Issue,
  path: readonly PropertyKey[] = [],
): { path: PropertyKey[]; issue: Issue } {
  const fieldPath = [...path, ...issue.path];
  const inner = issue.code === 'invalid_union' ? issue.errors.at(-1)?.[0] : undefined;
  return inner ? findInnermost(inner, fieldPath) : { path: fieldPath, issue };
}

/** Lists the names in a field's path, up to the first list. */
function listNames(path: readonly PropertyKey[]): string[] {
  const end = path.findIndex((key) => typeof key === 'number');
  return path.slice(1, end === -1 ? undefined : end).map(String);
}

/** Maximum number of messages for a field: a list can have 100,000 invalid items. */
const MAX_PROBLEMS = 20;

function fieldErrors(issues: Issue[]): Record<string, Message[]> {
  const fields: Record<string, Message[]> = {};
  for (const outer of issues) {
    const { path, issue } = findInnermost(outer);
    const field = String(path[0] ?? 'non_field_errors');
    fields[field] ??= [];
    if (fields[field].length === MAX_PROBLEMS) continue;
    const within = listNames(path);
    const problem = { ...getMessage(issue), ...(within.length > 0 && { within }) };
    fields[field].push(problem);
  }
  return fields;
}

/** Parses an input by its schema. Throws a 400 with all invalid fields, and the first in `detail`. */
export function validate<Input extends Schema>(schema: Input, input: unknown): z.output<Input> {
  const result = z.safeParse(schema, input, OPTIONS);
  if (result.success) return result.data;
  const fields = fieldErrors(result.error.issues);
  const [field = '', [first] = []] = Object.entries(fields)[0] ?? [];
  if (!first) throw new AppError('bad_request', 'input.bad');
  const within = field === 'non_field_errors' ? first.within : [field, ...(first.within ?? [])];
  throw new AppError('bad_request', { ...first, ...(within && { within }) }, { fields });
}
