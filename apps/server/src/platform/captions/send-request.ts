import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { HttpsProxyAgent } from 'https-proxy-agent';

/** Sends a request, directly or through a proxy (http or https), and returns its response before the body has come. */
export function sendRequest(
  url: URL,
  proxy: URL | null,
  options: RequestOptions & { signal: AbortSignal },
  body: string | undefined,
): Promise<IncomingMessage> {
  // The signal ends the connection to a proxy that doesn't answer, too.
  const agent = proxy !== null && new HttpsProxyAgent(proxy, { signal: options.signal });
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request = send(url, { ...options, agent });
    request.on('response', resolve).on('error', reject);
    // Else the proxy's refusal would be taken for the host's answer.
    request.on('proxyConnect', ({ statusCode }: { statusCode: number }) => {
      if (statusCode !== 200) {
        request.destroy(new Error(`the proxy refused to connect (${statusCode})`));
      }
    });
    request.end(body);
  });
}
