import './require-node.ts';
import { readConfig } from './config.ts';
import { runServer } from './run-server.ts';

try {
  const config = readConfig(process.env);
  await runServer(config);
} catch (error) {
  // Most are configuration errors, whose message says what to do; a stack trace would add nothing.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
