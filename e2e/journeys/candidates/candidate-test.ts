import {
  type DataApiDouble,
  startDataApi,
} from '../../../apps/server/src/testing/doubles/youtube/data-api-double.ts';
import { startSayback } from '../../support/sayback-server.ts';
import { test as base } from '../../support/test.ts';
import { type HeldYouTube, startHeldYouTube } from './held-youtube.ts';

type CandidateFixtures = {
  /** Search results. */
  dataApi: DataApiDouble;
  /** Captions of the search results. */
  captions: HeldYouTube;
};

/** A test on a server that searches a fake YouTube and requests captions from it. */
export const test = base.extend<object, CandidateFixtures>({
  dataApi: [
    async ({ world: _ }, use) => {
      const dataApi = await startDataApi();
      await use(dataApi);
      await dataApi.close();
    },
    { scope: 'worker' },
  ],

  captions: [
    async ({ world: _ }, use) => {
      const youtube = await startHeldYouTube();
      await use(youtube);
      await youtube.close();
    },
    { scope: 'worker' },
  ],

  server: [
    async ({ world: _, dataApi, captions }, use) => {
      const server = await startSayback({
        YOUTUBE_API_KEY: 'a-key-of-the-tests',
        YOUTUBE_API_URL: dataApi.url,
        YOUTUBE_URL: captions.url,
        YOUTUBE_CAPTION_GAP_MS: '0',
      });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 360_000 },
  ],
});

export { expect } from '../../support/test.ts';
