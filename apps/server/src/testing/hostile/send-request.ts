import { Agent, type IncomingMessage, request as open } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { HostileRequest } from './hostile-request.ts';

/** A response. `took` is in milliseconds. */
export type ReceivedResponse = {
  status: number;
  type: string;
  text: string;
  headers: IncomingMessage['headers'];
  took: number;
};

/** Timeout of a request. */
const TIMEOUT_MS = 40_000;

/** Returns true for an event stream, which has no end, so its first event is enough. */
const isStream = ({ headers }: IncomingMessage) => headers['content-type']?.startsWith('text/event-stream');

export type Sender = {
  send: (request: HostileRequest, token?: string) => Promise<ReceivedResponse>;
  close: () => void;
};

/** Sends requests over kept-alive connections. Throws without a response, which is a failure too. */
export function openSender(port: number, connections: number): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });

  function send({ method, url, headers, body }: HostileRequest, token?: string): Promise<ReceivedResponse> {
    const startedAt = performance.now();
    const authorization = token && !headers.authorization && { authorization: `Bearer ${token}` };
    return new Promise((resolve, reject) => {
      const outgoing = open({
        agent,
        port,
        host: '127.0.0.1',
        path: url,
        method,
        headers: { ...authorization, ...headers, ...(body && { 'content-length': body.length }) },
        timeout: TIMEOUT_MS,
      });
      let received: IncomingMessage | undefined;
      outgoing.on('timeout', () => outgoing.destroy(new Error(`no response in ${TIMEOUT_MS} ms`)));
      // A server may refuse and close before the whole body was sent, so its response counts.
      outgoing.on('error', (error) => (received ? undefined : reject(error)));
      outgoing.on('response', (response) => {
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
          if (isStream(response)) outgoing.destroy();
        });
        response.on('close', finish);
        response.on('error', finish);
      });
      outgoing.end(body ?? undefined);
    });
  }

  return { send, close: () => agent.destroy() };
}
