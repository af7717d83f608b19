import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--hide-scrollbars',
  '--force-color-profile=srgb',
  '--remote-debugging-pipe',
];

export interface Painter {
  /** The SVG text as a PNG of the painter's size. */
  paint: (svg: string) => Promise<Buffer>;
  close: () => Promise<void>;
}

/** Opens a headless Chromium that turns SVG into pictures of `width` by `height` pixels. */
export async function openPainter(width: number, height: number): Promise<Painter> {
  const profile = await mkdtemp(join(tmpdir(), 'sayback-demo-'));
  const args = [...FLAGS, `--user-data-dir=${profile}`, 'about:blank'];
  const child = spawn('chromium', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const send = openPipe(child.stdio[3] as Writable, child.stdio[4] as Readable, closed);
  const { targetId } = await send('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
  const page = (method: string, params: object) => send(method, params, `${sessionId}`);
  await page('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
  await page('Runtime.evaluate', { expression: 'document.body.style.margin = 0' });
  return {
    paint: async (svg) => {
      await page('Runtime.evaluate', { expression: `document.body.innerHTML = ${JSON.stringify(svg)}; 0` });
      const { data } = await page('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
      return Buffer.from(`${data}`, 'base64');
    },
    close: async () => {
      // It may be gone before it has answered.
      await send('Browser.close', {}).catch(() => {});
      await closed;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

type Answer = Record<string, unknown>;
type Send = (method: string, params: object, sessionId?: string) => Promise<Answer>;

/** The DevTools protocol over a pair of pipes: JSON messages that each end with a NUL. */
function openPipe(to: Writable, from: Readable, closed: Promise<void>): Send {
  const waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  let rest: Buffer[] = [];
  from.on('data', (chunk: Buffer) => {
    let start = 0;
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, start)) {
      const message = JSON.parse(Buffer.concat([...rest, chunk.subarray(start, end)]).toString());
      rest = [];
      start = end + 1;
      const call = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.error) call?.reject(new Error(`Chromium: ${message.error.message}`));
      else call?.resolve(message.result);
    }
    rest.push(chunk.subarray(start));
  });
  closed.then(() => {
    for (const call of waiting.values()) call.reject(new Error('Chromium has ended'));
  });
  return (method, params, sessionId) =>
    new Promise((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      to.write(`${JSON.stringify({ id: lastId, method, params, sessionId })}\0`);
    });
}
