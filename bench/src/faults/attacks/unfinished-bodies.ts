import { connect, type Socket } from 'node:net';
import { accounts } from '@sayback/contract';

const MIB = 1024 ** 2;
const TRICKLE_MS = 5000;
const AGAIN_MS = 1000;
/** So many bytes are never sent at once: one comes now and then. */
const MISSING = 1000;

type Body = { framing: string; bytes: Buffer; more: string };

const ofLength = (length: number): Body => ({
  framing: `content-length: ${length}`,
  bytes: Buffer.alloc(length - MISSING, ' '),
  more: ' ',
});

/** A large body, one that is allowed to anyone, and one that doesn't say how long it is. */
const BODIES: Body[] = [
  ofLength(8 * MIB - 1),
  ofLength(16 * 1024),
  {
    framing: 'transfer-encoding: chunked',
    bytes: Buffer.from(`${(7 * MIB).toString(16)}\r\n${' '.repeat(7 * MIB)}\r\n`),
    more: '1\r\n \r\n',
  },
];

/** Holds so many connections that each send a body to the log-in and never finish it; who is let go comes back a second later. */
export function startBodies(url: string, connections: number) {
  const { hostname: host, port } = new URL(url);
  const open = new Map<Socket, Body>();
  const timers = new Set<NodeJS.Timeout>();
  let stopped = false;
  let ended = 0;

  function again(number: number): void {
    if (stopped) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      come(number);
    }, AGAIN_MS);
    timers.add(timer);
  }

  function come(number: number): void {
    const body = BODIES[number % BODIES.length] as Body;
    const socket = connect(Number(port), host);
    open.set(socket, body);
    socket.on('error', () => undefined);
    socket.on('connect', () => {
      socket.write(
        `POST ${accounts.login.path} HTTP/1.1\r\nhost: ${host}:${port}\r\ncontent-type: application/json\r\n${body.framing}\r\n\r\n`,
      );
      socket.write(body.bytes);
    });
    socket.resume();
    socket.on('close', () => {
      open.delete(socket);
      ended += 1;
      again(number);
    });
  }

  const trickle = setInterval(() => {
    for (const [socket, { more }] of open) if (socket.writableLength === 0) socket.write(more);
  }, TRICKLE_MS);
  for (let number = 0; number < connections; number += 1) come(number);
  return {
    /** How many are open, and how many were ended by the other side so far. */
    state: () => ({ open: open.size, ended }),
    stop(): void {
      stopped = true;
      clearInterval(trickle);
      for (const timer of timers) clearTimeout(timer);
      for (const socket of open.keys()) socket.destroy();
    },
  };
}
