import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Received = {
  method: string;
  path: string;
  token: string | undefined;
  body: unknown;
  ifMatch?: string;
  /** The response's language if it isn't English. */
  language?: string;
};
/** `stream` writes events to the response; it can end it or leave it open. */
export type Reply = {
  status: number;
  body?: unknown;
  text?: string;
  headers?: Record<string, string>;
  stream?: (response: ServerResponse) => void;
};

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return text === '' ? undefined : JSON.parse(text);
}

/** Starts a server on loopback, which records its requests and responds with `respond`, and moves the page to its URL. */
export async function startLoopback(respond: (received: Received) => Reply | Promise<Reply>) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const record: Received = {
      method: request.method ?? '',
      path: request.url ?? '',
      token: request.headers.authorization?.replace('Bearer ', ''),
      body: await readBody(request),
      ...(request.headers['if-match'] !== undefined && { ifMatch: request.headers['if-match'] }),
      ...(!request.headers['accept-language']?.startsWith('en') && {
        language: request.headers['accept-language'],
      }),
    };
    received.push(record);
    const { status, body, text, headers, stream } = await respond(record);
    if (stream) {
      response.writeHead(status, { 'content-type': 'text/event-stream' });
      return stream(response);
    }
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(text ?? JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const page = window as unknown as { happyDOM: { setURL: (url: string) => void } };
  page.happyDOM.setURL(`http://127.0.0.1:${port}/`);
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { received, close };
}
