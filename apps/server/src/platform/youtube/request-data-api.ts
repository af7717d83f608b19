import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { parseJson } from '../parse-json.ts';
import { failure } from './replies.ts';
import { searchErrors, type YouTubeSearchError } from './search-error.ts';

export type DataApi = {
  /** Base URL, including `/youtube/v3`. */
  url: string;
  apiKey: string;
  timeoutMs: number;
  /** First delay before a retry, in milliseconds; the next is twice as long. */
  backOffMs: number;
  resetsAt: () => Date;
};

const ATTEMPTS = 3;
const MAX_REPLY_LENGTH = 8 * 1024 * 1024;
const MESSAGE_LIMIT = 200;

/** Returns true for YouTube's own failures, after which a retry may succeed. */
const isTemporary = (error: unknown) =>
  ['faulty', 'busy', 'unreachable'].includes((error as YouTubeSearchError).kind) &&
  !(error as { isFinal?: boolean }).isFinal;

/**
 * Calls the Data API and parses its reply by a schema. Retries twice, with increasing delays, if YouTube fails, but not if the
 * quota is used up or the key is rejected. Throws a `YouTubeSearchError`, or the signal's reason.
 */
export async function requestDataApi<Schema extends z.ZodType>(
  api: DataApi,
  call: { resource: 'search' | 'videos'; parameters: URLSearchParams; onAttempt: () => Promise<void> },
  schema: Schema,
  signal?: AbortSignal,
): Promise<z.output<Schema>> {
  for (let attempt = 1; ; attempt += 1) {
    await call.onAttempt();
    try {
      return await requestOnce(api, call, schema, signal);
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (attempt === ATTEMPTS || !isTemporary(error)) throw error;
      const jitter = 0.7 + Math.random() * 0.6;
      await sleep(api.backOffMs * 2 ** (attempt - 1) * jitter, undefined, { signal });
    }
  }
}

async function requestOnce<Schema extends z.ZodType>(
  api: DataApi,
  { resource, parameters }: { resource: string; parameters: URLSearchParams },
  schema: Schema,
  signal: AbortSignal | undefined,
): Promise<z.output<Schema>> {
  const deadline = AbortSignal.timeout(api.timeoutMs);
  let status: number;
  let text: string;
  try {
    const response = await fetch(`${api.url.replace(/\/+$/, '')}/${resource}?${parameters}`, {
      // Send the key in a header, so that it doesn't appear in logs and error messages.
      headers: { 'x-goog-api-key': api.apiKey, accept: 'application/json' },
      redirect: 'error',
      signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
    });
    status = response.status;
    text = await readText(response);
  } catch (error) {
    if (error instanceof ReplyTooLarge) throw markFinal(searchErrors.faulty('reply too large'));
    throw deadline.aborted ? searchErrors.timeout(api.timeoutMs) : searchErrors.unreachable(error);
  }
  const body = parseJson(text);
  if (status !== 200) throw toError(status, body, api);
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw searchErrors.faulty('unexpected reply');
  return parsed.data;
}

class ReplyTooLarge extends Error {}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    // Leaving the loop discards the rest.
    if (length > MAX_REPLY_LENGTH) throw new ReplyTooLarge();
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

const markFinal = (error: YouTubeSearchError) => Object.assign(error, { isFinal: true });

const QUOTA_REASONS = new Set(['quotaExceeded', 'dailyLimitExceeded']);
const KEY_REASONS = new Set([
  ...['keyInvalid', 'keyExpired', 'API_KEY_INVALID', 'API_KEY_SERVICE_BLOCKED', 'API_KEY_IP_ADDRESS_BLOCKED'],
  ...['API_KEY_HTTP_REFERRER_BLOCKED', 'accessNotConfigured', 'SERVICE_DISABLED', 'ipRefererBlocked'],
]);

function toError(status: number, body: unknown, api: DataApi): YouTubeSearchError {
  const { data } = failure.safeParse(body);
  const { message, errors, details } = data?.error ?? { message: '', errors: [], details: [] };
  const reasons = [...errors, ...details].map(({ reason }) => reason);
  const isQuotaError = reasons.some((reason) => QUOTA_REASONS.has(reason)) || /quota exceeded/i.test(message);
  if ((status === 403 || status === 429) && isQuotaError && !/per (minute|second)/i.test(message)) {
    return searchErrors.quota(api.resetsAt());
  }
  if (reasons.some((reason) => KEY_REASONS.has(reason)) || /api key/i.test(message))
    return searchErrors.badKey();
  if (status === 429 || reasons.some((reason) => /rateLimitExceeded/i.test(reason)))
    return searchErrors.busy();
  if (status === 401 || status === 403) return searchErrors.badKey();
  const detail = `${status} ${message.slice(0, MESSAGE_LIMIT)}`.trim();
  return status === 400
    ? searchErrors.badRequest(detail)
    : status < 500
      ? markFinal(searchErrors.faulty(detail))
      : searchErrors.faulty(detail);
}
