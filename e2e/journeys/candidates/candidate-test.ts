import {
  type DataApiDouble,
  startDataApi,
} from '../../../apps/server/src/testing/doubles/youtube/data-api-double.ts';
import { startSayback } from '../../support/sayback-server.ts';
import { test as base } from '../../support/test.ts';
import { type BlockingYouTube, startBlockingYouTube } from './blocking-youtube.ts';

type CandidateFixtures = {
  /** Serves search results. */
  dataApi: DataApiDouble;
  /** Serves captions. */
  captions: BlockingYouTube;
};

/** A test with a server that uses a fake YouTube for searches and captions. */
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
      const youtube = await startBlockingYouTube();
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
