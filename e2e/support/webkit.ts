import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import getPort from 'get-port';
import { createDrivenBrowser, type DrivenBrowser } from './driven-browser.ts';

const START_MS = 300_000;

/** Starts WebKitGTK on a virtual screen, controlled by WebDriver. */
export async function startWebKit(program = 'WebKitWebDriver'): Promise<DrivenBrowser> {
  const port = await getPort({ host: '127.0.0.1' });
  const screen = ['-a', '-s', '-screen 0 1280x900x24'];
  const driver = spawn('xvfb-run', [...screen, program, `--port=${port}`], {
    // Its own process group, so that the driver, the screen and the browser can be killed together.
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, WEBKIT_DISABLE_COMPOSITING_MODE: '1', LIBGL_ALWAYS_SOFTWARE: '1' },
  });
  const exited = new Promise<void>((resolve) => driver.once('exit', () => resolve()));

  async function call(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  }
  const stop = async () => {
    if (driver.pid !== undefined) process.kill(-driver.pid, 'SIGKILL');
    await exited;
  };

  try {
    const deadline = Date.now() + START_MS;
    while (!(await fetch(`http://127.0.0.1:${port}/status`).catch(() => null))?.ok) {
      if (Date.now() > deadline || driver.exitCode !== null)
        throw new Error(`${program} did not become ready`);
      await sleep(100);
    }
    const binary = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
    const alwaysMatch = {
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary, args: ['--automation'] },
    };
    const { sessionId } = (await call('POST', '/session', { capabilities: { alwaysMatch } })) as {
      sessionId: string;
    };
    const session = `/session/${sessionId}`;
    await call('POST', `${session}/timeouts`, { script: 120_000, pageLoad: 120_000 });
    await call('POST', `${session}/window/rect`, { x: 0, y: 0, width: 1280, height: 880 });
    return createDrivenBrowser({
      navigate: async (url) => void (await call('POST', `${session}/url`, { url })),
      evaluate: async (expression) => {
        const script = `const done = arguments[0];
          Promise.resolve(${expression}).then((value) => done(JSON.stringify(value ?? null)),
            (error) => done(JSON.stringify({ thrown: String(error) })));`;
        const value = JSON.parse(
          (await call('POST', `${session}/execute/async`, { script, args: [] })) as string,
        );
        if (value?.thrown) throw new Error(value.thrown);
        return value;
      },
      perform: async (actions) => void (await call('POST', `${session}/actions`, { actions })),
      close: async () => {
        await call('DELETE', session).catch(() => undefined);
        await stop();
      },
    });
  } catch (error) {
    await stop();
    throw error;
  }
}
