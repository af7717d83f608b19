import { setTimeout as sleep } from 'node:timers/promises';
import { buildUrl, videos } from '@sayback/contract';
import { type Connection, openConnection, parseTarget } from '../../wire/connection.ts';
import { toOutcome } from '../support/tally.ts';

/** Pause after each response. */
const PAUSE_MS = 1000;

/**
 * Starts `concurrency` clients that repeatedly request the list of videos with these access tokens, until the returned function
 * is called.
 */
export function startRequests(url: string, tokens: readonly string[], concurrency: number) {
  const target = parseTarget(url);
  const heads = tokens.map(
    (token) =>
      `GET ${buildUrl(videos.listVideos.path)} HTTP/1.1\r\nhost: ${target.host}:${target.port}\r\nauthorization: Bearer ${token}\r\n`,
  );
  const connections = Array.from({ length: concurrency }, () => openConnection(target));
  let stopped = false;

  async function sendRequests(connection: Connection, number: number): Promise<void> {
    const head = heads[number % heads.length] ?? '';
    while (!stopped) {
      await toOutcome(connection.send({ head }));
      await sleep(PAUSE_MS);
    }
  }
  const running = Promise.all(connections.map(sendRequests));
  return async (): Promise<void> => {
    stopped = true;
    for (const connection of connections) connection.close();
    await running;
  };
}
