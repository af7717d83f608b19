import { afterAll } from 'vitest';
import { signIn } from './client.ts';
import { startApp } from './start-app.ts';

/** Starts a server with an administrator for the test file, and closes it after the tests. */
export async function withServer(...options: Parameters<typeof startApp>) {
  const server = await startApp(...options);
  afterAll(() => server.close());
  return { server, admin: await signIn(server, 'admin') };
}
