import { connect, type Socket } from 'node:net';
import { type Answer, createResponseReader } from './answer-reader.ts';

/** The URL to connect to, and the local address to connect from. */
export type Target = { host: string; port: number; localAddress?: string };

/**
 * `head` has the request line and headers, each ending in a line break. A string body is sent as JSON; for a Buffer, the head
 * declares the type.
 */
export type Request = { head: string; body?: string | Buffer };

export function parseTarget(url: string): Target {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port) };
}

export type Connection = {
  /** Sends one request and waits for its response. Throws if the connection breaks or on timeout. */
  send: (request: Request, keepBody?: boolean) => Promise<Answer>;
  close: () => void;
};

const NO_RESPONSE = 'no response';

/** Returns true if an error message is that of a timeout. */
export const isTimeout = (message: string): boolean => message.includes(NO_RESPONSE);

type Waiting = {
  reader: ReturnType<typeof createResponseReader>;
  resolve: (response: Answer) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
};

function readBytes({ head, body }: Request): string | Buffer {
  if (body === undefined) return `${head}\r\n`;
  if (typeof body !== 'string') {
    return Buffer.concat([Buffer.from(`${head}content-length: ${body.length}\r\n\r\n`), body]);
  }
  return `${head}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/**
 * Opens a kept-alive connection for one request at a time, which is reopened if the server has closed it, as in a browser.
 * Avoids the overhead of Node's own client.
 */
export function openConnection(target: Target, timeoutMs = 30_000): Connection {
  let socket: Socket | null = null;
  let waiting: Waiting | null = null;

  function settle(outcome: Answer | Error): void {
    const request = waiting;
    if (!request) return;
    waiting = null;
    clearTimeout(request.timer);
    if (outcome instanceof Error) request.reject(outcome);
    else request.resolve(outcome);
  }

  function lose(lost: Socket, error: Error): void {
    lost.destroy();
    if (socket !== lost) return;
    socket = null;
    settle(error);
  }

  function take(chunk: Buffer, from: Socket): void {
    if (socket !== from || !waiting) return;
    const response = waiting.reader.take(chunk);
    if (!response) return;
    if (response.headers.get('connection') === 'close') {
      socket = null;
      from.destroy();
    }
    settle(response);
  }

  function atEnd(ended: Socket): void {
    if (socket !== ended) return;
    socket = null;
    ended.destroy();
    if (!waiting) return;
    try {
      settle(waiting.reader.end());
    } catch (error) {
      settle(error as Error);
    }
  }

  function open(): Socket {
    const opened = connect({ ...target, noDelay: true });
    opened.on('data', (chunk) => take(chunk, opened));
    opened.on('end', () => atEnd(opened));
    opened.on('close', () => lose(opened, new Error('the connection was closed')));
    opened.on('error', (error) => lose(opened, error));
    return opened;
  }

  return {
    send: (request, keepBody = false) =>
      new Promise((resolve, reject) => {
        if (waiting) throw new Error('the connection is still waiting for a response');
        socket ??= open();
        const used = socket;
        const timer = setTimeout(
          () => lose(used, new Error(`${NO_RESPONSE} within ${timeoutMs} ms`)),
          timeoutMs,
        );
        waiting = { reader: createResponseReader(keepBody), resolve, reject, timer };
        used.write(readBytes(request));
      }),
    close: () => {
      const open = socket;
      socket = null;
      open?.destroy();
      settle(new Error('closed'));
    },
  };
}
