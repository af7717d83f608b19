import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

type Manifest = { name: string; bin?: Record<string, string>; workspaces?: string[] };
const readManifest = (file: string): Manifest => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));

const commands = globSync(
  readManifest('package.json').workspaces?.map((folder) => `${folder}/package.json`) ?? [],
  { cwd: ROOT },
).flatMap((manifest) =>
  Object.values(readManifest(manifest).bin ?? {}).map((file) => join(dirname(manifest), file)),
);

describe('the commands of the workspaces', () => {
  it('are committed as executable files, because npm only links files that exist when it installs', () => {
    expect(commands).toEqual(['apps/cli/bin/sayback.js']);
    const tracked = execFileSync('git', ['ls-files', '--stage', ...commands], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect(tracked.trim().split('\n')).toEqual([
      expect.stringMatching(/^100755 .*\tapps\/cli\/bin\/sayback\.js$/),
    ]);
  });
});

// npm installs only the command here. `npm run test:image` installs everything.
describe('npx sayback', () => {
  let folder: string;
  const npx = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('npx', ['--no', 'sayback', ...args], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, npm_config_loglevel: 'silent' },
    });
    return { status, stdout, stderr };
  };

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sayback-command-'));
    const { name, bin } = readManifest('apps/cli/package.json');
    for (const file of commands) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      cpSync(join(ROOT, file), join(folder, file));
    }
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, workspaces: ['apps/*'] }));
    writeFileSync(
      join(folder, 'apps/cli/package.json'),
      JSON.stringify({ name, version: '0.0.0', type: 'module', bin }),
    );
    execFileSync('npm', ['install', '--offline', '--no-audit', '--loglevel=silent'], { cwd: folder });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('suggests the build command if nothing is built, without writing to standard output', () => {
    expect(npx('check', 'film.srt')).toEqual({
      status: 2,
      stdout: '',
      stderr: "sayback isn't built yet. Run 'npm run build' once, then try again.\n",
    });
  });

  it('passes on its arguments and exit code once it is built', () => {
    mkdirSync(join(folder, 'apps/cli/dist'));
    writeFileSync(
      join(folder, 'apps/cli/dist/main.js'),
      'console.log(process.argv.slice(2).join(" ")); process.exitCode = 3;',
    );
    expect(npx('check', 'film.srt')).toEqual({ status: 3, stdout: 'check film.srt\n', stderr: '' });
  });
});
