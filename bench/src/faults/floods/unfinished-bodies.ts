import { connect, type Socket } from 'node:net';
import { accounts } from '@sayback/contract';

const MIB = 1024 ** 2;
/** Size of a piece. Bodies are sent in pieces, since sending a whole one would block this process, which also measures. */
const PIECE = 64 * 1024;
const INTERVAL_MS = 250;
const TRICKLE_MS = 5000;
const RECONNECT_MS = 1000;

type Body = { framing: string; piece: string; size: number; trickle: string };

const withLength = (length: number): Body => ({
  framing: `content-length: ${length}`,
  piece: ' '.repeat(PIECE),
  // The rest arrives byte by byte.
  size: length - 1000,
  trickle: ' ',
});

/** A large body, one of a size that everyone may send, and one without a declared length. */
const BODIES: Body[] = [
  withLength(8 * MIB - 1),
  withLength(16 * 1024),
  {
    framing: 'transfer-encoding: chunked',
    piece: `${PIECE.toString(16)}\r\n${' '.repeat(PIECE)}\r\n`,
    size: 8 * MIB,
    trickle: '1\r\n \r\n',
  },
];

type Sending = { body: Body; sent: number; trickledAt: number };

/** Opens connections that each send an unfinished body to the login. A closed connection is reopened after a second. */
export function startBodies(url: string, connections: number) {
  const { hostname: host, port } = new URL(url);
  const open = new Map<Socket, Sending>();
  const timers = new Set<NodeJS.Timeout>();
  let stopped = false;

  function reconnectLater(number: number): void {
    if (stopped) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      openSocket(number);
    }, RECONNECT_MS);
    timers.add(timer);
  }

  function openSocket(number: number): void {
    const body = BODIES[number % BODIES.length] as Body;
    const socket = connect(Number(port), host);
    socket.on('error', () => undefined);
    socket.on('connect', () => {
      open.set(socket, { body, sent: 0, trickledAt: performance.now() });
      socket.write(
        `POST ${accounts.login.path} HTTP/1.1\r\nhost: ${host}:${port}\r\ncontent-type: application/json\r\n${body.framing}\r\n\r\n`,
      );
    });
    socket.resume();
    socket.on('close', () => {
      open.delete(socket);
      reconnectLater(number);
    });
  }

  function send(socket: Socket, sending: Sending, now: number): void {
    const { body, sent, trickledAt } = sending;
    if (socket.writableLength > 0) return;
    if (sent < body.size) {
      const rest = body.size - sent;
      socket.write(rest < PIECE ? body.piece.slice(0, rest) : body.piece);
      sending.sent += Math.min(PIECE, rest);
    } else if (now - trickledAt > TRICKLE_MS) {
      socket.write(body.trickle);
      sending.trickledAt = now;
    }
  }

  const timer = setInterval(() => {
    const now = performance.now();
    for (const [socket, sending] of open) send(socket, sending, now);
  }, INTERVAL_MS);
  for (let number = 0; number < connections; number += 1) openSocket(number);
  return (): void => {
    stopped = true;
    clearInterval(timer);
    for (const waiting of timers) clearTimeout(waiting);
    for (const socket of open.keys()) socket.destroy();
  };
}
