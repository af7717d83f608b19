import path from 'node:path';
import { type SupervisedServer, superviseServer } from './supervised-server.ts';
import { startTranslation } from './translation-service.ts';

/** Starts two servers on one database, with a translation service. */
export async function startTwoServers(database: { settings: Record<string, string>; folder: string }) {
  const translation = await startTranslation();
  const servers: SupervisedServer[] = [];
  for (const name of ['one', 'two']) {
    const settings = {
      ...database.settings,
      ...translation.settings,
      DATA_DIR: path.join(database.folder, name),
    };
    const server = await superviseServer({ settings });
    servers.push(server);
    await server.waitUntilReady();
  }
  return {
    servers,
    urls: servers.map(({ url }) => url),
    /** Returns the unplanned exits of both servers. */
    ends: () => servers.flatMap(({ ends }) => ends),
    readOutput: () => servers.map((server) => server.readOutput()).join('\n'),
    async stop() {
      await Promise.all(servers.map((server) => server.stop()));
      translation.close();
    },
  };
}

export type TwoServers = Awaited<ReturnType<typeof startTwoServers>>;
