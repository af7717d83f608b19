import { afterAll } from 'vitest';
import { signIn } from './client.ts';
import { startApp } from './start-app.ts';

/** A server for the test file, created by `startApp`, with an administrator. It is closed after the tests. */
export async function withServer(...options: Parameters<typeof startApp>) {
  const server = await startApp(...options);
  afterAll(() => server.close());
  return { server, admin: await signIn(server, 'admin') };
}
