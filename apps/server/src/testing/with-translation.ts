import { afterAll, beforeEach } from 'vitest';
import { startLibreTranslate } from './doubles/translation-services.ts';
import { withServer } from './with-server.ts';

/** A server with a translation service, whose calls and faults start anew with each test. */
export async function withTranslation() {
  const service = await startLibreTranslate();
  afterAll(service.close);
  beforeEach(() => {
    service.calls.length = 0;
    service.faults.length = 0;
  });
  const settings = { TRANSLATION_PROVIDER: 'libretranslate', TRANSLATION_URL: service.url };
  return { service, ...(await withServer(settings)) };
}
