import { Agent, type IncomingMessage, request as open } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { HostileRequest } from './hostile-request.ts';

/** What came back. `took` is in milliseconds. */
export type Answer = {
  status: number;
  type: string;
  text: string;
  headers: IncomingMessage['headers'];
  took: number;
};

/** Longer ones hang. */
const PATIENCE_MS = 40_000;

/** Of a stream of events the first is enough: it has no end. */
const isStream = ({ headers }: IncomingMessage) => headers['content-type']?.startsWith('text/event-stream');

export type Sender = {
  send: (request: HostileRequest, token?: string) => Promise<Answer>;
  close: () => void;
};

/** Sends requests over kept connections. A failure to answer is thrown: no answer is a fault too. */
export function openSender(port: number, connections: number): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });

  function send({ method, url, headers, body }: HostileRequest, token?: string): Promise<Answer> {
    const began = performance.now();
    const authorization = token && !headers.authorization && { authorization: `Bearer ${token}` };
    return new Promise((resolve, reject) => {
      const asked = open({
        agent,
        port,
        host: '127.0.0.1',
        path: url,
        method,
        headers: { ...authorization, ...headers, ...(body && { 'content-length': body.length }) },
        timeout: PATIENCE_MS,
      });
      let answer: IncomingMessage | undefined;
      asked.on('timeout', () => asked.destroy(new Error(`no answer in ${PATIENCE_MS} ms`)));
      // A server that refuses a body may close before it was sent: what it said counts.
      asked.on('error', (error) => (answer ? undefined : reject(error)));
      asked.on('response', (response) => {
        answer = response;
        const chunks: Buffer[] = [];
        const finish = () =>
          resolve({
            status: response.statusCode ?? 0,
            type: String(response.headers['content-type'] ?? ''),
            text: Buffer.concat(chunks).toString(),
            headers: response.headers,
            took: performance.now() - began,
          });
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          if (isStream(response)) asked.destroy();
        });
        response.on('close', finish);
        response.on('error', finish);
      });
      asked.end(body ?? undefined);
    });
  }

  return { send, close: () => agent.destroy() };
}
