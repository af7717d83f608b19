import { setTimeout as sleep } from 'node:timers/promises';
import { accounts } from '@sayback/contract';
import { type Connection, openConnection, parseTarget } from '../../wire/connection.ts';
import { toOutcome } from '../support/tally.ts';

const PAUSE_MS = 100;

const buildAddress = (number: number) => `10.1.${(number >> 8) & 255}.${number & 255}`;

/**
 * Starts `concurrency` clients that try wrong passwords, each from its own address if the server trusts this machine as a
 * proxy. The returned function stops them.
 */
export function startLogins(url: string, concurrency: number) {
  const target = parseTarget(url);
  let stopped = false;
  const connections = Array.from({ length: concurrency }, () => openConnection(target, 60_000));

  async function guess(connection: Connection, number: number): Promise<void> {
    while (!stopped) {
      const request = connection.send({
        head: `POST ${accounts.login.path} HTTP/1.1\r\nhost: ${target.host}:${target.port}\r\nx-forwarded-for: ${buildAddress(number)}\r\n`,
        body: JSON.stringify({ username: `nobody-${number}`, password: 'a wrong guess 9' }),
      });
      await toOutcome(request);
      await sleep(PAUSE_MS);
    }
  }
  const running = Promise.all(connections.map(guess));
  return async (): Promise<void> => {
    stopped = true;
    for (const connection of connections) connection.close();
    await running;
  };
}
