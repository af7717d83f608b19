import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { S3Settings } from '../../platform/storage/s3-settings.ts';

const BUCKET = 'media';

/** Error response to every request, or only to requests with these methods. */
type ErrorResponse = { status: number; code: string; methods?: readonly string[] };

/** The store's simulated fault; null for none. */
type Fault =
  | ErrorResponse
  | 'hang'
  | 'reset'
  /** The connection breaks after 64 KiB of a read. */
  | 'break-off'
  /** Reads stall after 64 KiB. */
  | 'stall'
  /** Completes a multipart upload, then breaks the connection before responding. */
  | 'lose-completion';

const TRUNCATED_BYTES = 64 * 1024;
/** Bytes of a part that arrive before its connection breaks. */
const PART_BYTES = 1024 * 1024;

/** CORS rules as in deploy/s3-cors.json, for any origin. */
const CORS = `<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod>
  <AllowedMethod>PUT</AllowedMethod><AllowedHeader>*</AllowedHeader></CORSRule></CORSConfiguration>`;

const xml = (response: ServerResponse, status: number, body: string) =>
  void response.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${body}`);
const sendError = (response: ServerResponse, { status, code }: ErrorResponse) =>
  xml(response, status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`);

/** Sends only the first 64 KiB of a response, then breaks the connection or stalls. */
function truncateResponse(response: ServerResponse, fault: 'break-off' | 'stall'): void {
  let sent = 0;
  const write = response.write.bind(response);
  response.write = (chunk: Buffer) => {
    sent += chunk.length;
    if (sent <= TRUNCATED_BYTES) return write(chunk);
    if (fault === 'break-off') response.socket?.destroy();
    return false;
  };
}

function interruptRequest(request: IncomingMessage): void {
  let received = 0;
  request.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received >= PART_BYTES) request.socket.destroy();
  });
  request.on('end', () => request.socket.destroy());
}

/** Breaks the connection instead of responding. */
function loseResponse(response: ServerResponse): void {
  response.end = () => {
    response.socket?.destroy();
    return response;
  };
}

export type S3Server = Awaited<ReturnType<typeof startS3Server>>;

/**
 * Starts a real S3 server on loopback with one bucket and simulated faults. Adds features that s3rver lacks: aborting and
 * listing multipart uploads and their parts, and listing objects (s3rver rejects the signatures of current clients, and its
 * paging needs a cipher that OpenSSL 3 dropped).
 */
export async function startS3Server({ pageSize = 1000 } = {}) {
  const directory = await mkdtemp(path.join(tmpdir(), 'sayback-s3-'));
  const s3rver = new S3rver({
    directory,
    silent: true,
    configureBuckets: [{ name: BUCKET, configs: [CORS] }],
  });
  await s3rver.configureBuckets();
  const handleByS3rver = s3rver.getMiddleware();
  const uploads = path.join(directory, BUCKET, '._S3rver_uploads');
  const listUploads = () => readdir(uploads).catch(() => []);
  const requests: string[] = [];
  let fault: Fault | null = null;
  let interruptions = 0;
  let writing: Promise<unknown> = Promise.resolve();

  async function list(query: URLSearchParams, response: ServerResponse): Promise<void> {
    const token = query.get('continuation-token') ?? '';
    const { objects, isTruncated } = await s3rver.store.listObjects(BUCKET, {
      prefix: query.get('prefix') ?? '',
      delimiter: query.get('delimiter') ?? '',
      startAfter: Buffer.from(token, 'base64').toString(),
      maxKeys: Math.min(Number(query.get('max-keys') ?? pageSize), pageSize),
    });
    const last = Buffer.from(objects.at(-1)?.key ?? '').toString('base64');
    const contents = objects
      .map(({ key, lastModifiedDate }) => {
        const put = `<LastModified>${lastModifiedDate.toISOString()}</LastModified>`;
        return `<Contents><Key>${key}</Key>${put}</Contents>`;
      })
      .join('');
    const next = isTruncated ? `<NextContinuationToken>${last}</NextContinuationToken>` : '';
    xml(
      response,
      200,
      `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${contents}</ListBucketResult>`,
    );
  }

  async function listUnfinished(response: ServerResponse): Promise<void> {
    const uploadElements = (await listUploads()).map(async (id) => {
      const { birthtime } = await stat(path.join(uploads, id));
      const initiated = `<Initiated>${birthtime.toISOString()}</Initiated>`;
      return `<Upload><Key>unknown</Key><UploadId>${id}</UploadId>${initiated}</Upload>`;
    });
    const body = (await Promise.all(uploadElements)).join('');
    xml(response, 200, `<ListMultipartUploadsResult>${body}</ListMultipartUploadsResult>`);
  }

  async function listParts(id: string, response: ServerResponse): Promise<void> {
    const files = await readdir(path.join(uploads, id)).catch(() => null);
    if (!files) return sendError(response, { status: 404, code: 'NoSuchUpload' });
    const numbers = files.filter((name) => /^\d+$/.test(name)).sort((a, b) => Number(a) - Number(b));
    const elements = numbers.map(async (number) => {
      const { size } = await stat(path.join(uploads, id, number));
      const md5 = await readFile(path.join(uploads, id, `${number}.md5`), 'utf8').catch(() => '');
      return `<Part><PartNumber>${number}</PartNumber><ETag>${md5}</ETag><Size>${size}</Size></Part>`;
    });
    const body = (await Promise.all(elements)).join('');
    xml(response, 200, `<ListPartsResult><IsTruncated>false</IsTruncated>${body}</ListPartsResult>`);
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://store');
    const upload = query.get('uploadId');
    requests.push(`${request.method} ${pathname}`);
    if (fault === 'hang') return;
    if (fault === 'reset') return void request.socket.destroy();
    const errorResponse = typeof fault === 'object' ? fault : null;
    const { method = '' } = request;
    if (errorResponse && (errorResponse.methods?.includes(method) ?? true))
      return sendError(response, errorResponse);
    if (request.method === 'GET' && (fault === 'break-off' || fault === 'stall'))
      truncateResponse(response, fault);
    if (request.method === 'GET' && query.has('uploads')) return listUnfinished(response);
    if (query.has('list-type')) {
      if (pathname === `/${BUCKET}/`) return list(query, response);
      return sendError(response, { status: 404, code: 'NoSuchBucket' });
    }
    if (upload && request.method === 'DELETE') {
      await rm(path.join(uploads, upload), { recursive: true, force: true });
      return void response.writeHead(204).end();
    }
    if (upload && request.method === 'GET') return listParts(upload, response);
    if (upload && request.method === 'POST') {
      if (!existsSync(path.join(uploads, upload))) {
        return sendError(response, { status: 404, code: 'NoSuchUpload' });
      }
      if (fault === 'lose-completion') loseResponse(response);
    }
    if (upload && request.method === 'PUT' && interruptions > 0) {
      interruptions -= 1;
      return interruptRequest(request);
    }
    const isSinglePut = request.method === 'PUT' && !upload;
    if (!isSinglePut) return handleByS3rver(request, response);
    // s3rver doesn't replace objects atomically, so let it write one at a time.
    writing = writing.then(() => {
      const done = new Promise((resolve) => response.once('close', resolve));
      handleByS3rver(request, response);
      return done;
    });
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', resolve);
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const settings: S3Settings = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: BUCKET,
    region: 'us-east-1',
    // The only key that s3rver supports.
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  };
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });

  return {
    settings,
    /** The settings as environment variables. */
    environment: {
      S3_ENDPOINT: settings.endpoint,
      S3_BUCKET: settings.bucket,
      S3_REGION: settings.region,
      S3_ACCESS_KEY_ID: settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    },
    /** Requests received: `PUT /media/key`. */
    requests,
    fail: (kind: Fault | null) => {
      fault = kind;
    },
    /** Breaks the connections of the next `count` parts, each after 1 MiB. */
    interruptParts: (count: number) => {
      interruptions = count;
    },
    /** Returns the number of parts whose connections will still be broken. */
    interruptionsLeft: () => interruptions,
    keys: async () => (await s3rver.store.listObjects(BUCKET, {})).objects.map(({ key }) => key),
    /** Lists multipart uploads that were neither completed nor aborted. */
    unfinished: listUploads,
    stop,
    start: () => listen(port),
    close: async () => {
      if (server.listening) await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
