import '../require-node.ts';
import { readConfig } from '../config.ts';
import { runServer } from '../run-server.ts';
import { DEMO_ACCOUNTS, seedDemo } from './seed-demo.ts';

try {
  const config = readConfig({ DATA_DIR: './data/demo', LOG_LEVEL: 'warn', ...process.env });
  await runServer(config, seedDemo);
  for (const { username, password } of DEMO_ACCOUNTS) {
    console.log(`  sign in as ${username.padEnd(8)} with the password ${password}`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
