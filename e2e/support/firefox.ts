import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import getPort from 'get-port';
import { createDrivenBrowser, type DrivenBrowser } from './driven-browser.ts';

const START_MS = 300_000;

/** Disables Firefox's own requests and prompts. */
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
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline) {
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

/** Returns a function that sends WebDriver BiDi commands. */
function openBidi(socket: WebSocket) {
  type Pending = { resolve: (result: Record<string, unknown>) => void; reject: (error: Error) => void };
  const pending = new Map<number, Pending>();
  let lastId = 0;
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data));
    const call = pending.get(message.id);
    pending.delete(message.id);
    if (message.type === 'success') call?.resolve(message.result);
    else call?.reject(new Error(`${message.error}: ${message.message}`));
  };
  return (method: string, params: object) =>
    new Promise<Record<string, unknown>>((resolve, reject) => {
      lastId += 1;
      pending.set(lastId, { resolve, reject });
      socket.send(JSON.stringify({ id: lastId, method, params }));
    });
}

/** Enables a fake microphone, which sends a tone, without a prompt. */
const MICROPHONE = {
  'media.navigator.permission.disabled': true,
  'media.navigator.streams.fake': true,
};

/** Starts a virtual loudspeaker, since Firefox runs no AudioContext without an output device. */
async function startSpeaker(folder: string): Promise<{ address: string; stop: () => void }> {
  const socket = path.join(folder, 'speaker');
  const modules = ['module-null-sink', `module-native-protocol-unix auth-anonymous=1 socket=${socket}`];
  const args = ['-n', '--daemonize=no', '--exit-idle-time=-1', '--use-pid-file=no'];
  const pulse = spawn('pulseaudio', [...args, ...modules.map((module) => `--load=${module}`)], {
    stdio: 'ignore',
    env: { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder },
  });
  pulse.once('error', () => undefined);
  const deadline = Date.now() + START_MS;
  while (!existsSync(socket)) {
    const hasExited = pulse.pid === undefined || pulse.exitCode !== null;
    if (hasExited || Date.now() > deadline) throw new Error('PulseAudio did not become ready');
    await sleep(100);
  }
  return { address: `unix:${socket}`, stop: () => pulse.kill('SIGKILL') };
}

/** Starts the installed Firefox, controlled by WebDriver BiDi. The microphone also needs Debian's `pulseaudio`. */
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
  const exited = new Promise<void>((resolve) => firefox.once('exit', () => resolve()));
  const close = async () => {
    firefox.kill('SIGKILL');
    await exited;
    speaker?.stop();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const bidi = openBidi(await connect(port));
    await bidi('session.new', { capabilities: {} });
    const { contexts } = (await bidi('browsingContext.getTree', {})) as { contexts: { context: string }[] };
    const context = contexts[0]?.context;
    await bidi('browsingContext.setViewport', { context, viewport: { width: 1280, height: 800 } });
    return createDrivenBrowser({
      navigate: async (url) =>
        void (await bidi('browsingContext.navigate', { context, url, wait: 'complete' })),
      evaluate: async (expression) => {
        const { result, exceptionDetails } = (await bidi('script.evaluate', {
          // As JSON, as in the other protocol.
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
