import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

const BOUNDARY = 'sayback-bench-boundary';
const BLOCK = Buffer.alloc(1024 * 1024);

type Upload = { address: string; token: string; head: Buffer; bytes: number };

/** Uploads media that begins with `head` and continues with zeros up to `bytes`, block by block. Throws unless it is taken. */
export async function uploadPadded({ address, token, head, bytes }: Upload): Promise<void> {
  const opening = Buffer.from(
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="media_file"; filename="padded.mp4"\r\n` +
      'content-type: video/mp4\r\n\r\n',
  );
  const closing = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
  const sending = request(address, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': opening.length + bytes + closing.length,
    },
  });
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
  await send(sending, opening);
  await send(sending, head);
  for (let rest = bytes - head.length; rest > 0; rest -= BLOCK.length) {
    await send(sending, rest < BLOCK.length ? BLOCK.subarray(0, rest) : BLOCK);
  }
  sending.end(closing);
  const [answer] = await answered;
  const said = await text(answer);
  if (answer.statusCode !== 201) throw new Error(`the upload was answered ${answer.statusCode}: ${said}`);
}

async function send(sending: ClientRequest, block: Buffer): Promise<void> {
  if (!sending.write(block)) await once(sending, 'drain');
}
