type Description = { type: string; message: string; stack: string; [more: string]: unknown };

/** Describes an error for the log, without a statement's parameters. */
export function describeError(error: unknown): Description {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' };
  const { query, code } = error as { query?: unknown; code?: unknown };
  const isStatement = typeof query === 'string';
  return {
    type: error.name,
    // A failed statement's message repeats its values; the cause has the actual error.
    message: isStatement ? 'a statement failed' : error.message,
    ...(isStatement && { query }),
    ...(code !== undefined && { code }),
    stack:
      error.stack
        ?.split('\n')
        .filter((line) => /^\s+at /.test(line))
        .join('\n') ?? '',
    ...(error.cause instanceof Error && { cause: describeError(error.cause) }),
  };
}
