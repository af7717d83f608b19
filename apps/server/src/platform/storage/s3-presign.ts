import { createHash, createHmac } from 'node:crypto';
import type { S3Settings } from './s3-settings.ts';

const ALGORITHM = 'AWS4-HMAC-SHA256';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Percent-encodes by RFC 3986, as signatures require. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

export type Presigned = {
  /** Start of validity: the store refuses the URL before it. */
  signedAt: Date;
  /** Lifetime from then on. */
  seconds: number;
  /** Headers of the response, by the store's names: `response-content-type`. */
  response?: Record<string, string>;
  /** Signs a PUT of that part of a multipart upload, instead of a GET. */
  part?: { upload: string; number: number };
};

/**
 * Signs URLs with which browsers read a bucket's objects, whole or in ranges, or send their parts, by Signature Version 4
 * (https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html). Amazon's client signs asynchronously, and a
 * page of videos has two dozen of them. `publicUrl` is the bucket's URL.
 */
export function presigner({ region, accessKeyId, secretAccessKey }: S3Settings, publicUrl: string) {
  const { host, origin, pathname } = new URL(publicUrl);
  const base = pathname.replace(/\/$/, '');

  return (key: string, { signedAt, seconds, response = {}, part }: Presigned): string => {
    const moment = signedAt.toISOString().replace(/[-:]|\.\d{3}/g, '');
    const day = moment.slice(0, 8);
    const scope = `${day}/${region}/s3/aws4_request`;
    const query = Object.entries({
      'X-Amz-Algorithm': ALGORITHM,
      'X-Amz-Credential': `${accessKeyId}/${scope}`,
      'X-Amz-Date': moment,
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
    const signature = hmac(signing, [ALGORITHM, moment, scope, sha256(canonical)].join('\n')).toString('hex');
    return `${origin}${path}?${query}&X-Amz-Signature=${signature}`;
  };
}

export type Presign = ReturnType<typeof presigner>;

const FIRST_RESPONSE_MS = 5000;

/** Throws if the store refuses a URL signed for `publicUrl`; an outage is only logged. */
export async function checkPublicUrl(
  presign: Presign,
  publicUrl: string,
  log: (message: string) => void,
): Promise<void> {
  try {
    const address = presign('sayback-is-asking', { signedAt: new Date(Date.now() - 60_000), seconds: 300 });
    const answer = await fetch(address, {
      signal: AbortSignal.timeout(FIRST_RESPONSE_MS),
      redirect: 'manual',
    });
    const text = await answer.text();
    // Requests a missing object, whose 404 a refused signature would hide.
    if (text.includes('NoSuchKey')) return;
    const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? `status ${answer.status}`;
    if (answer.status < 500) {
      throw new Error(
        `S3_PUBLIC_URL: ${publicUrl} answers a signed address with ${code}. It must be the bucket’s own address, with the host that reaches the store, and the clocks must be right.`,
      );
    }
    log(`The media store at ${publicUrl} responds unexpectedly (${code}).`);
  } catch (error) {
    if ((error as Error).message.startsWith('S3_PUBLIC_URL')) throw error;
    log(`The media store at ${publicUrl} does not respond (${String((error as Error).cause ?? error)}).`);
  }
}
