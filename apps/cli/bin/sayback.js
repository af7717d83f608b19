#!/usr/bin/env node
// Committed, since npm links a workspace's command only if its file exists at install, before any build.
import { existsSync } from 'node:fs';

const main = new URL('../dist/main.js', import.meta.url);
if (existsSync(main)) {
  await import(main.href);
} else {
  console.error("sayback isn't built yet. Run 'npm run build' once, then try again.");
  process.exitCode = 2;
}
