import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { urlOf, videos } from '@sayback/contract';

const BOUNDARY = 'sayback-bench-boundary';

type Cut = {
  url: string;
  token: string;
  videoId: number;
  media: Uint8Array;
  /** Share of the request that is sent before the connection is cut, 0 to 1. */
  share: number;
};

/** Sends a part of an upload over a bare connection, and cuts it. Returns how many bytes were sent. */
export async function cutUpload({ url, token, videoId, media, share }: Cut): Promise<number> {
  const { hostname, port } = new URL(url);
  const opening =
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="media_file"; filename="film.mp4"\r\n` +
    'content-type: video/mp4\r\n\r\n';
  const body = Buffer.concat([Buffer.from(opening), media, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
  const head = [
    `POST ${urlOf(videos.uploadMedia.path, { id: videoId })} HTTP/1.1`,
    `host: ${hostname}:${port}`,
    `authorization: Bearer ${token}`,
    `content-type: multipart/form-data; boundary=${BOUNDARY}`,
    `content-length: ${body.length}`,
    '',
    '',
  ].join('\r\n');
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const sent = Math.floor(body.length * share);
  socket.write(head);
  await new Promise((resolve) => socket.write(body.subarray(0, sent), resolve));
  // So that it has been read before it ends.
  await sleep(100);
  socket.resetAndDestroy();
  return sent;
}
