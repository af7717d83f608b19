/** A response. `body` is empty unless it was requested. */
export type Answer = { status: number; headers: Map<string, string>; bytes: number; body: Buffer };

type Progress = { bytes: number; rest: number; kept: Buffer[] };

const HEAD_END = '\r\n\r\n';

function readHead(text: string): { status: number; headers: Map<string, string> } {
  const [first = '', ...lines] = text.split('\r\n');
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  return { status: Number(first.slice(9, 12)), headers };
}

/**
 * Creates a parser of one HTTP/1.1 response: with a known length, chunked, or up to the end of the connection. Does as little
 * as possible, so that the measuring client isn't the bottleneck. `take` returns null until the response is complete.
 */
export function createResponseReader(keepBody: boolean) {
  let head = '';
  let read: ReturnType<typeof readHead> | null = null;
  let kind: 'length' | 'chunks' | 'to-end' = 'to-end';
  const body: Progress = { bytes: 0, rest: 0, kept: [] };
  let sizeLine = '';

  const respond = (): Answer => {
    if (!read) throw new Error('the connection ended before a response');
    return { ...read, bytes: body.bytes, body: Buffer.concat(body.kept) };
  };

  function takeData(chunk: Buffer): void {
    body.bytes += chunk.length;
    if (keepBody) body.kept.push(chunk);
  }

  /**
   * Parses chunks: a line with the size in hexadecimal, that many bytes, a line break. The last one has size 0. Returns true if
   * the response is complete.
   */
  function takeChunks(chunk: Buffer): boolean {
    let at = 0;
    while (at < chunk.length) {
      if (body.rest > 0) {
        // `rest` includes the two bytes of the line break.
        const part = chunk.subarray(at, at + body.rest);
        const data = Math.max(0, Math.min(part.length, body.rest - 2));
        takeData(part.subarray(0, data));
        body.rest -= part.length;
        at += part.length;
        continue;
      }
      const end = chunk.indexOf('\n', at);
      sizeLine += chunk.toString('latin1', at, end < 0 ? chunk.length : end);
      if (end < 0) return false;
      at = end + 1;
      const size = Number.parseInt(sizeLine, 16);
      sizeLine = '';
      if (size === 0) return true;
      body.rest = size + 2;
    }
    return false;
  }

  function takeBody(chunk: Buffer): boolean {
    if (kind === 'chunks') return takeChunks(chunk);
    takeData(chunk);
    body.rest -= chunk.length;
    return kind === 'length' && body.rest <= 0;
  }

  return {
    take(chunk: Buffer): Answer | null {
      if (read) return takeBody(chunk) ? respond() : null;
      head += chunk.toString('latin1');
      const end = head.indexOf(HEAD_END);
      if (end < 0) return null;
      const bodyStarts = chunk.length - (head.length - end - HEAD_END.length);
      read = readHead(head.slice(0, end));
      const length = read.headers.get('content-length');
      kind = length !== undefined ? 'length' : read.headers.has('transfer-encoding') ? 'chunks' : 'to-end';
      body.rest = kind === 'length' ? Number(length) : 0;
      if (read.status === 204 || read.status === 304 || length === '0') return respond();
      const first = chunk.subarray(bodyStarts);
      return first.length > 0 && takeBody(first) ? respond() : null;
    },

    /** Returns the response when the connection has ended. Throws if it is incomplete. */
    end(): Answer {
      if (kind !== 'to-end') throw new Error('the connection ended in the middle of a response');
      return respond();
    },
  };
}
