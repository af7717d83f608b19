import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeWritableFolder } from './writable-folder.ts';

const isRoot = process.getuid?.() === 0;
const NOBODY = 65534;

let parent: string;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'embedded-folder-'));
});

afterEach(() => rm(parent, { recursive: true }));

/** Creates the folder in a new process after running commands, whose `$1` is the parent. Returns the error message. */
function makeFolderAfter(commands: string, folder: string, uid = 0): Promise<string> {
  const program = `
    import { makeWritableFolder } from ${JSON.stringify(new URL('./writable-folder.ts', import.meta.url).href)};
    process.setuid(${uid});
    await makeWritableFolder(process.env.FOLDER, 'DATA_DIR').catch((error) => console.log(error.message));`;
  const node = [process.execPath, '--input-type=module', '-e', program];
  const args = ['--mount', 'sh', '-c', `${commands}; shift; "$@"`, 'sh', parent, ...node];
  return new Promise((resolve, reject) => {
    execFile('unshare', args, { env: { PATH: process.env.PATH, FOLDER: folder } }, (error, stdout) =>
      error ? reject(error) : resolve(stdout.trim()),
    );
  });
}

describe('creating the data folder', () => {
  it('creates missing parents', async () => {
    const folder = join(parent, 'a', 'b');
    await makeWritableFolder(folder, 'DATA_DIR');
    expect((await stat(folder)).isDirectory()).toBe(true);
  });

  it.each(['', 'sub/folder'])(
    'reports a file with the name of the folder or a parent: %j',
    async (subfolder) => {
      const file = join(parent, 'file');
      await writeFile(file, '');
      await expect(makeWritableFolder(join(file, subfolder), 'DATA_DIR')).rejects.toThrow(
        `(DATA_DIR) can't be created: ${file} is a file. Move it away, or choose another folder.`,
      );
    },
  );

  it.runIf(isRoot).each(['', 'sub/folder'])('reports a read-only file system: %j', async (subfolder) => {
    const message = await makeFolderAfter('mount -t tmpfs -o ro tmpfs "$1"', join(parent, subfolder));
    expect(message).toMatch(/^The folder .* \(DATA_DIR\) (can't be created|isn't writable): /);
    expect(message).toContain(`${parent} is on a read-only file system. Mount it writable, or choose`);
  });

  it.runIf(isRoot).each(['', 'sub/folder'])('reports missing permissions: %j', async (subfolder) => {
    await chmod(parent, 0o755);
    const message = await makeFolderAfter(':', join(parent, subfolder), NOBODY);
    expect(message).toContain(`this user can't write to ${parent}. Make the user its owner, or choose`);
  });
});
