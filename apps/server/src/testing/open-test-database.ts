import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { connectDatabase, type DatabaseConnection } from '../platform/database/database.ts';
import { queryOnce, replaceDatabase } from './databases.ts';

/** Creates a migrated database without a server. `connect` opens another pool on it, as a second server would. */
export async function openTestDatabase(): Promise<
  DatabaseConnection & { connect: () => DatabaseConnection }
> {
  const postgres = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await queryOnce(postgres, `CREATE DATABASE ${name} TEMPLATE template STRATEGY FILE_COPY`);
  const connect = () =>
    connectDatabase(replaceDatabase(postgres, name), { size: 3, onError: () => undefined });
  const connections: DatabaseConnection[] = [];
  const open = () => {
    const connection = connect();
    connections.push(connection);
    return connection;
  };
  return {
    ...open(),
    connect: open,
    close: async () => {
      await Promise.all(connections.map(({ close }) => close()));
      await queryOnce(postgres, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}
