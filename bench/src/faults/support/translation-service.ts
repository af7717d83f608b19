import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** Response delay, so that a job takes some time. */
const RESPONSE_MS = 250;

/** Starts a double of LibreTranslate that prefixes each text with the language. */
export async function startTranslation(): Promise<{ settings: Record<string, string>; close: () => void }> {
  const server = createServer(async (request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.url?.startsWith('/languages')) {
      const codes = ['en', 'es'];
      response.end(JSON.stringify(codes.map((code) => ({ code, name: code, targets: codes }))));
      return;
    }
    const { q, target } = (await json(request)) as { q: string[]; target: string };
    await sleep(RESPONSE_MS);
    response.end(JSON.stringify({ translatedText: q.map((text) => `[${target}] ${text}`) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    settings: { TRANSLATION_PROVIDER: 'libretranslate', TRANSLATION_URL: url },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
