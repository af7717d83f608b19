import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  startYouTube,
  type YouTubeDouble,
} from '../../../apps/server/src/testing/doubles/youtube/youtube-double.ts';

export type BlockingYouTube = YouTubeDouble & {
  /** Serves this many more requests, and blocks later ones. */
  blockAfter: (requests: number) => void;
  /** Serves all blocked and later requests. */
  release: () => void;
};

/** Starts a fake YouTube for captions that can block requests, to interrupt a job. */
export async function startBlockingYouTube(): Promise<BlockingYouTube> {
  const youtube = await startYouTube();
  const blocked: (() => void)[] = [];
  let allowedCount = Number.POSITIVE_INFINITY;
  const server = createServer((request, response) => {
    // The requesting server may have been killed meanwhile.
    const serve = () => request.destroyed || youtube.listener(request, response);
    allowedCount -= 1;
    if (allowedCount < 0) blocked.push(serve);
    else serve();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ...youtube,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    blockAfter: (requests) => {
      allowedCount = requests;
    },
    release: () => {
      allowedCount = Number.POSITIVE_INFINITY;
      for (const serve of blocked.splice(0)) serve();
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await youtube.close();
    },
  };
}
