import { ERROR_STATUS } from '@sayback/contract';
import type { HostileRequest } from './hostile-request.ts';
import type { ReceivedResponse } from './send-request.ts';

const SUCCESSES = new Set([200, 201, 202, 204]);
const ERRORS = new Set<number>(Object.values(ERROR_STATUS).filter((status) => status !== 500));

const isCompressed = ({ headers }: ReceivedResponse) => headers['content-encoding'] !== undefined;

function isErrorBody({ text }: ReceivedResponse): boolean {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && 'detail' in body && typeof body.detail === 'string';
  } catch {
    return false;
  }
}

/** Describes the fault of a response; null if it has none. */
export function checkResponse(request: HostileRequest, response: ReceivedResponse): string | null {
  const { status, type } = response;
  if (SUCCESSES.has(status)) return request.mustBeRejected ? `accepted with ${status}` : null;
  if (!ERRORS.has(status)) return `responded ${status}: ${response.text.slice(0, 300)}`;
  if (request.method === 'HEAD' || isCompressed(response)) return null;
  if (!type.startsWith('application/json')) return `${status} with the content type ${type || 'none'}`;
  if (!isErrorBody(response)) return `${status} without \`detail\`: ${response.text.slice(0, 300)}`;
  if (status === 429 && !response.headers['retry-after']) return '429 without Retry-After';
  return null;
}
