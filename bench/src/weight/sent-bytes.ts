import { get, type IncomingMessage } from 'node:http';

export type SentFile = { path: string; kind: 'js' | 'css' | 'font'; bytes: number };

const detectKind = (path: string): SentFile['kind'] =>
  path.endsWith('.js') ? 'js' : path.endsWith('.css') ? 'css' : 'font';

/** Returns the size of a response's body as sent with gzip, in bytes. */
export async function measureSentBytes(url: string, path: string): Promise<SentFile> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url + path, { headers: { 'accept-encoding': 'gzip' } }, resolve).on('error', reject);
  });
  if (response.statusCode !== 200) throw new Error(`${path} is answered ${response.statusCode}`);
  let bytes = 0;
  for await (const chunk of response) bytes += (chunk as Buffer).length;
  return { path, kind: detectKind(path), bytes };
}
