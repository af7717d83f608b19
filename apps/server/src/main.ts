import './require-node.ts';
import { ConfigError, readConfig } from './config.ts';
import { runServer } from './run-server.ts';

try {
  const config = readConfig(process.env);
  await runServer(config);
} catch (error) {
  // Configuration errors (settings, a folder in use, a missing platform), whose message says what to do: a stack trace would
  // add nothing.
  console.error(error instanceof ConfigError || error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
