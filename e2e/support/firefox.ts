import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import getPort from 'get-port';
import { type DrivenBrowser, drivenBrowser } from './driven-browser.ts';

const START_MS = 300_000;

/** Disables Firefox's own requests and prompts, and plays sound without a device. */
const PREFERENCES = {
  'app.normandy.enabled': false,
  'app.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'media.gmp-manager.updateEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,#sayback',
  'signon.rememberSignons': false,
};

async function connect(port: number): Promise<WebSocket> {
  const until = Date.now() + START_MS;
  while (Date.now() < until) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/session`);
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.onopen = () => resolve(true);
      socket.onerror = () => resolve(false);
    });
    if (isOpen) return socket;
    await sleep(100);
  }
  throw new Error('Firefox did not become ready');
}

/** Calls of WebDriver BiDi on a connection. */
function openBidi(socket: WebSocket) {
  type Waiter = { resolve: (result: Record<string, unknown>) => void; reject: (error: Error) => void };
  const waiting = new Map<number, Waiter>();
  let last = 0;
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data));
    const waiter = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.type === 'success') waiter?.resolve(message.result);
    else waiter?.reject(new Error(`${message.error}: ${message.message}`));
  };
  return (method: string, params: object) =>
    new Promise<Record<string, unknown>>((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      socket.send(JSON.stringify({ id: last, method, params }));
    });
}

/** The fake microphone sends a tone, and is allowed without a prompt. */
const MICROPHONE = {
  'media.navigator.permission.disabled': true,
  'media.navigator.streams.fake': true,
};

/** A virtual loudspeaker: without an output device, Firefox runs no AudioContext. */
async function startSpeaker(folder: string): Promise<{ address: string; stop: () => void }> {
  const socket = path.join(folder, 'speaker');
  const modules = ['module-null-sink', `module-native-protocol-unix auth-anonymous=1 socket=${socket}`];
  const args = ['-n', '--daemonize=no', '--exit-idle-time=-1', '--use-pid-file=no'];
  const pulse = spawn('pulseaudio', [...args, ...modules.map((module) => `--load=${module}`)], {
    stdio: 'ignore',
    env: { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder },
  });
  pulse.once('error', () => undefined);
  const until = Date.now() + START_MS;
  while (!existsSync(socket)) {
    const isGone = pulse.pid === undefined || pulse.exitCode !== null;
    if (isGone || Date.now() > until) throw new Error('PulseAudio did not become ready');
    await sleep(100);
  }
  return { address: `unix:${socket}`, stop: () => pulse.kill('SIGKILL') };
}

/** The machine's Firefox, through WebDriver BiDi. With a microphone it also uses Debian's `pulseaudio`. */
export async function startFirefox({ hasMicrophone = false } = {}): Promise<DrivenBrowser> {
  const profile = await mkdtemp(path.join(tmpdir(), 'sayback-firefox-'));
  const preferences = { ...PREFERENCES, ...(hasMicrophone && MICROPHONE) };
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  await writeFile(path.join(profile, 'user.js'), lines.join('\n'));
  const speaker = hasMicrophone ? await startSpeaker(profile) : null;
  const port = await getPort({ host: '127.0.0.1' });
  const args = ['--headless', '--no-remote', '--profile', profile, `--remote-debugging-port=${port}`];
  const firefox = spawn('firefox-esr', args, {
    stdio: 'ignore',
    env: { ...process.env, HOME: profile, ...(speaker && { PULSE_SERVER: speaker.address }) },
  });
  const ended = new Promise<void>((resolve) => firefox.once('exit', () => resolve()));
  const close = async () => {
    firefox.kill('SIGKILL');
    await ended;
    speaker?.stop();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const bidi = openBidi(await connect(port));
    await bidi('session.new', { capabilities: {} });
    const { contexts } = (await bidi('browsingContext.getTree', {})) as { contexts: { context: string }[] };
    const context = contexts[0]?.context;
    await bidi('browsingContext.setViewport', { context, viewport: { width: 1280, height: 800 } });
    return drivenBrowser({
      navigate: async (url) =>
        void (await bidi('browsingContext.navigate', { context, url, wait: 'complete' })),
      evaluate: async (expression) => {
        const { result, exceptionDetails } = (await bidi('script.evaluate', {
          // As text, which both protocols carry alike.
          expression: `Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`,
          target: { context },
          awaitPromise: true,
        })) as { result?: { value: string }; exceptionDetails?: { text: string } };
        if (!result) throw new Error(exceptionDetails?.text);
        return JSON.parse(result.value);
      },
      perform: async (actions) => void (await bidi('input.performActions', { context, actions })),
      close,
    });
  } catch (error) {
    await close();
    throw error;
  }
}
