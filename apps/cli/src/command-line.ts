import type { ParseArgsConfig } from 'node:util';
import { parseArgs } from 'node:util';
import { UsageError } from './exit-code.ts';

type Options = NonNullable<ParseArgsConfig['options']>;
type Parsed<T extends Options> = ReturnType<typeof parseArgs<{ options: T; allowPositionals: true }>>;

/** Parses the arguments of a command. Throws a UsageError for unknown options and missing values. */
export function parseCommandLine<T extends Options>(args: readonly string[], options: T): Parsed<T> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Returns the files, or standard input ('-') if there are none. */
export function requireFiles(positionals: readonly string[]): string[] {
  return positionals.length === 0 ? ['-'] : [...positionals];
}

/** Parses an option's value. Throws a UsageError with the valid values. */
export function parseChoice<T extends string>(option: string, value: string, choices: readonly T[]): T {
  const choice = choices.find((choice) => choice === value);
  if (choice !== undefined) return choice;
  throw new UsageError(`--${option} takes ${choices.join(', ')}, and not “${value}”.`);
}

/** Parses a finite number. Throws a UsageError. */
export function parseNumber(option: string, value: string): number {
  const number = Number(value);
  if (value.trim() !== '' && Number.isFinite(number)) return number;
  throw new UsageError(`--${option} takes a number, and not “${value}”.`);
}
