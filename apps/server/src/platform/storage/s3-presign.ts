import { createHash, createHmac } from 'node:crypto';
import type { S3Settings } from './s3-settings.ts';

const ALGORITHM = 'AWS4-HMAC-SHA256';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Percent-encodes by RFC 3986, as signatures require. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

export type Presigned = {
  /** Time from which the URL is valid. */
  signedAt: Date;
  /** Time for which the URL is valid, in seconds. */
  seconds: number;
  /** Headers of the response, by their query parameters: `response-content-type`. */
  response?: Record<string, string>;
  /** Signs a PUT of a part of a multipart upload, instead of a GET. */
  part?: { upload: string; number: number };
};

/**
 * Creates a function that signs URLs for browsers, which read a bucket's objects or upload parts, with Signature Version 4
 * (https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html). Amazon's client only signs asynchronously, too
 * slow for the two dozen URLs of a page of videos. `publicUrl` is the bucket's URL.
 */
export function createPresign({ region, accessKeyId, secretAccessKey }: S3Settings, publicUrl: string) {
  const { host, origin, pathname } = new URL(publicUrl);
  const base = pathname.replace(/\/$/, '');

  return (key: string, { signedAt, seconds, response = {}, part }: Presigned): string => {
    const timestamp = signedAt.toISOString().replace(/[-:]|\.\d{3}/g, '');
    const day = timestamp.slice(0, 8);
    const scope = `${day}/${region}/s3/aws4_request`;
    const query = Object.entries({
      'X-Amz-Algorithm': ALGORITHM,
      'X-Amz-Credential': `${accessKeyId}/${scope}`,
      'X-Amz-Date': timestamp,
      'X-Amz-Expires': String(seconds),
      'X-Amz-SignedHeaders': 'host',
      ...response,
      ...(part && { partNumber: String(part.number), uploadId: part.upload }),
    })
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .sort()
      .join('&');
    const path = `${base}/${key.split('/').map(encode).join('/')}`;
    const canonical = [part ? 'PUT' : 'GET', path, query, `host:${host}\n`, 'host', 'UNSIGNED-PAYLOAD'].join(
      '\n',
    );
    const signing = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
      hmac,
      `AWS4${secretAccessKey}`,
    );
    const signature = hmac(signing, [ALGORITHM, timestamp, scope, sha256(canonical)].join('\n')).toString(
      'hex',
    );
    return `${origin}${path}?${query}&X-Amz-Signature=${signature}`;
  };
}

export type Presign = ReturnType<typeof createPresign>;

const FIRST_RESPONSE_MS = 5000;

/** Throws if the store rejects a URL signed for `publicUrl`; an outage is only logged. */
export async function checkPublicUrl(
  presign: Presign,
  publicUrl: string,
  log: (message: string) => void,
): Promise<void> {
  try {
    const url = presign('missing', { signedAt: new Date(Date.now() - 60_000), seconds: 300 });
    const response = await fetch(url, {
      signal: AbortSignal.timeout(FIRST_RESPONSE_MS),
      redirect: 'manual',
    });
    const text = await response.text();
    // The object doesn't exist. A rejected signature has another error.
    if (text.includes('NoSuchKey')) return;
    const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? `status ${response.status}`;
    if (response.status < 500) {
      throw new Error(
        `S3_PUBLIC_URL: ${publicUrl} responds to a signed URL with ${code}. It must be the bucket’s own URL, with the host that reaches the store, and the clocks must be right.`,
      );
    }
    log(`The media store at ${publicUrl} responds unexpectedly (${code}).`);
  } catch (error) {
    if ((error as Error).message.startsWith('S3_PUBLIC_URL')) throw error;
    log(`The media store at ${publicUrl} does not respond (${String((error as Error).cause ?? error)}).`);
  }
}
