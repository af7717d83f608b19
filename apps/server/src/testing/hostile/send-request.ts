import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { HostileRequest } from './hostile-request.ts';

/** A response, and its time in milliseconds. */
export type ReceivedResponse = {
  status: number;
  type: string;
  text: string;
  headers: IncomingMessage['headers'];
  took: number;
};

const TIMEOUT_MS = 40_000;

/** Returns true for an event stream, of which only the first event is read, since it never ends. */
const isStream = ({ headers }: IncomingMessage) => headers['content-type']?.startsWith('text/event-stream');

export type Sender = {
  send: (request: HostileRequest, token?: string) => Promise<ReceivedResponse>;
  close: () => void;
};

/** Sends requests over kept-alive connections. Rejects if there is no response. */
export function openSender(port: number, connections: number): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });

  function send({ method, url, headers, body }: HostileRequest, token?: string): Promise<ReceivedResponse> {
    const startedAt = performance.now();
    const authorization = token && !headers.authorization && { authorization: `Bearer ${token}` };
    return new Promise((resolve, reject) => {
      const request = httpRequest({
        agent,
        port,
        host: '127.0.0.1',
        path: url,
        method,
        headers: { ...authorization, ...headers, ...(body && { 'content-length': body.length }) },
        timeout: TIMEOUT_MS,
      });
      let received: IncomingMessage | undefined;
      request.on('timeout', () => request.destroy(new Error(`no response in ${TIMEOUT_MS} ms`)));
      // A server can reject a request and disconnect before receiving the whole body.
      request.on('error', (error) => (received ? undefined : reject(error)));
      request.on('response', (response) => {
        received = response;
        const chunks: Buffer[] = [];
        const finish = () =>
          resolve({
            status: response.statusCode ?? 0,
            type: String(response.headers['content-type'] ?? ''),
            text: Buffer.concat(chunks).toString(),
            headers: response.headers,
            took: performance.now() - startedAt,
          });
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          if (isStream(response)) request.destroy();
        });
        response.on('close', finish);
        response.on('error', finish);
      });
      request.end(body ?? undefined);
    });
  }

  return { send, close: () => agent.destroy() };
}
