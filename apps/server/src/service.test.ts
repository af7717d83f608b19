import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

it('the systemd service restarts for as long as its database is down', async () => {
  const text = await readFile(new URL('../../../deploy/sayback.service', import.meta.url), 'utf8');
  const unit = text.slice(text.indexOf('[Unit]'), text.indexOf('[Service]'));
  expect(unit).toContain('\nStartLimitIntervalSec=0\n');
  expect(text).toContain('\nRestart=always\n');
});
