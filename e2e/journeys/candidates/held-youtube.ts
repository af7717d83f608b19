import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  startYouTube,
  type YouTubeDouble,
} from '../../../apps/server/src/testing/doubles/youtube/youtube-double.ts';

export type HeldYouTube = YouTubeDouble & {
  /** Serves this many further requests, and blocks later ones. */
  holdAfter: (requests: number) => void;
  /** Serves the blocked requests, and all later ones. */
  release: () => void;
};

/** Starts a fake YouTube for captions that can block a server in the middle of its work. */
export async function startHeldYouTube(): Promise<HeldYouTube> {
  const youtube = await startYouTube();
  const held: (() => void)[] = [];
  let left = Number.POSITIVE_INFINITY;
  const server = createServer((request, response) => {
    // The waiting server may have been killed meanwhile.
    const answer = () => request.destroyed || youtube.listener(request, response);
    left -= 1;
    if (left < 0) held.push(answer);
    else answer();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ...youtube,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    holdAfter: (requests) => {
      left = requests;
    },
    release: () => {
      left = Number.POSITIVE_INFINITY;
      for (const answer of held.splice(0)) answer();
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await youtube.close();
    },
  };
}
