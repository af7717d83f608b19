import type { z } from 'zod';
import { parseJson } from '../parse-json.ts';
import { readRetryAfter } from '../retry-after.ts';
import { type Failures, TIMEOUT_MS } from './translator.ts';

/** A response other than 200: its status, and the service's message. */
export type ErrorReply = { status: number; text: string };

type ServiceRequest = { url: string; init?: RequestInit; signal: AbortSignal | undefined };

const ERROR_TEXT_LIMIT = 200;

/** Reads `error` of LibreTranslate, `explanation` of Apertium, or else the page's first words. */
function readErrorText(text: string): string {
  const body = parseJson(text) as { error?: unknown; explanation?: unknown } | null | undefined;
  const message = body?.error ?? body?.explanation;
  return (typeof message === 'string' ? message : text).slice(0, ERROR_TEXT_LIMIT).trim();
}

/**
 * Calls a service, and parses its JSON by a schema. `interpretError` converts a response other than 200 to an error; null means
 * that the service failed. Throws a `TranslationFailure`.
 */
export async function requestService<Schema extends z.ZodType>(
  { url, init, signal }: ServiceRequest,
  schema: Schema,
  failures: Failures,
  interpretError: (reply: ErrorReply) => Error | null,
): Promise<z.output<Schema>> {
  const deadline = AbortSignal.timeout(TIMEOUT_MS);
  const signals = signal ? [deadline, signal] : [deadline];
  let status: number;
  let text: string;
  let retryAfterSeconds: number | null;
  try {
    // Only the configured URL may get the texts, so don't follow redirects.
    const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.any(signals) });
    status = response.status;
    retryAfterSeconds = readRetryAfter(response.headers.get('retry-after'));
    text = await response.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw deadline.aborted ? failures.timeout(error) : failures.unreachable(error);
  }
  if (status === 429) throw failures.busy(retryAfterSeconds);
  if (status !== 200) {
    const reply = { status, text: readErrorText(text) };
    throw interpretError(reply) ?? failures.faulty(`${status} ${reply.text}`.trim());
  }
  const parsed = schema.safeParse(parseJson(text));
  if (!parsed.success) throw failures.faulty('unexpected response');
  return parsed.data;
}
