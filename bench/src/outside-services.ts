import { startLibreTranslate } from '../../apps/server/src/testing/doubles/translation-services.ts';
import { startDataApi } from '../../apps/server/src/testing/doubles/youtube/data-api-double.ts';
import { startYouTube } from '../../apps/server/src/testing/doubles/youtube/youtube-double.ts';

/** Starts doubles of YouTube, its Data API and a translation service. Returns the settings of a server that uses them. */
export async function startOutsideServices() {
  const [youtube, dataApi, translation] = await Promise.all([
    startYouTube(),
    startDataApi(),
    startLibreTranslate(),
  ]);
  return {
    youtube,
    settings: {
      YOUTUBE_URL: youtube.url,
      YOUTUBE_CAPTION_GAP_MS: '0',
      YOUTUBE_API_KEY: 'a key',
      YOUTUBE_API_URL: dataApi.url,
      TRANSLATION_PROVIDER: 'libretranslate',
      TRANSLATION_URL: translation.url,
    },
    close: () => Promise.all([youtube.close(), dataApi.close(), translation.close()]),
  };
}
