import { ERROR_STATUS } from '@sayback/contract';
import type { HostileRequest } from './hostile-request.ts';
import type { ReceivedResponse } from './send-request.ts';

const FINE = new Set([200, 201, 202, 204]);
const FAILURES = new Set<number>(Object.values(ERROR_STATUS).filter((status) => status !== 500));

const isPacked = ({ headers }: ReceivedResponse) => headers['content-encoding'] !== undefined;

function isFailureBody({ text }: ReceivedResponse): boolean {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && 'detail' in body && typeof body.detail === 'string';
  } catch {
    return false;
  }
}

/** Describes what is wrong with a response; null if nothing is. */
export function checkResponse(request: HostileRequest, response: ReceivedResponse): string | null {
  const { status, type } = response;
  if (FINE.has(status)) return request.expectRefusal ? `let in with ${status}` : null;
  if (!FAILURES.has(status)) return `answered ${status}: ${response.text.slice(0, 300)}`;
  if (request.method === 'HEAD' || isPacked(response)) return null;
  if (!type.startsWith('application/json')) return `${status} as ${type || 'nothing'}`;
  if (!isFailureBody(response)) return `${status} without a detail: ${response.text.slice(0, 300)}`;
  if (status === 429 && !response.headers['retry-after']) return '429 without Retry-After';
  return null;
}
