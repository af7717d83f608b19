import { ERROR_STATUS } from '@sayback/contract';
import type { HostileRequest } from './hostile-request.ts';
import type { Answer } from './send-request.ts';

const FINE = new Set([200, 201, 202, 204]);
const FAILURES = new Set<number>(Object.values(ERROR_STATUS).filter((status) => status !== 500));

const isPacked = ({ headers }: Answer) => headers['content-encoding'] !== undefined;

function isFailureBody({ text }: Answer): boolean {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && 'detail' in body && typeof body.detail === 'string';
  } catch {
    return false;
  }
}

/** What is wrong with an answer, in a sentence; null where it is as it should be. */
export function judgeAnswer(request: HostileRequest, answer: Answer): string | null {
  const { status, type } = answer;
  if (FINE.has(status)) return request.mustRefuse ? `let in with ${status}` : null;
  if (!FAILURES.has(status)) return `answered ${status}: ${answer.text.slice(0, 300)}`;
  if (request.method === 'HEAD' || isPacked(answer)) return null;
  if (!type.startsWith('application/json')) return `${status} as ${type || 'nothing'}`;
  if (!isFailureBody(answer)) return `${status} without a detail: ${answer.text.slice(0, 300)}`;
  if (status === 429 && !answer.headers['retry-after']) return '429 without Retry-After';
  return null;
}
