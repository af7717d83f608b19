import { accounts } from '@sayback/contract';
import { connectionTo } from '../../wire/connection.ts';
import { outcomeOf } from '../support/tally.ts';

export type Flood = {
  /** Number of concurrent logins. */
  atOnce: number;
  /** Each comes from an address of its own, as far as a server believes this proxy; else all from one. */
  isSpread: boolean;
};

const addressOf = (number: number) => `10.1.${(number >> 8) & 255}.${number & 255}`;

/** Tries wrong passwords, many at once, over and over until `stop`. `burst` resolves when each has had one answer. */
export function openFlood(url: string, { atOnce, isSpread }: Flood) {
  const { hostname: host, port } = new URL(url);
  const counts = new Map<string, number>();
  let stopped = false;

  const connections = Array.from({ length: atOnce }, () =>
    connectionTo({ host, port: Number(port) }, 60_000),
  );

  async function guess(number: number): Promise<void> {
    const forwarded = isSpread ? `x-forwarded-for: ${addressOf(number)}\r\n` : '';
    const connection = connections[number];
    if (!connection) return;
    const asking = connection.send({
      head: `POST ${accounts.login.path} HTTP/1.1\r\nhost: ${host}:${port}\r\n${forwarded}`,
      body: JSON.stringify({ username: `nobody-${number}`, password: 'a wrong guess 9' }),
    });
    const outcome = await outcomeOf(asking);
    if (!stopped) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }

  const numbers = connections.map((_, number) => number);
  return {
    counts,
    burst: async () => void (await Promise.all(numbers.map(guess))),
    async repeat(pauseMs: () => Promise<unknown>): Promise<void> {
      await Promise.all(
        numbers.map(async (number) => {
          while (!stopped) {
            await guess(number);
            await pauseMs();
          }
        }),
      );
    },
    stop(): void {
      stopped = true;
      for (const connection of connections) connection.close();
    },
  };
}
