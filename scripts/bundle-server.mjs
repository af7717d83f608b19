// Bundles the server's programs from their source into a few files: Node spends half of a start finding and reading 1,600.
// Packages stay in node_modules, except ours and the two that consist of hundreds of files.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const TARGET = 'apps/server/dist';
const PROGRAMS = [
  'main',
  'demo/main',
  'admin/main',
  'engine/engine-worker',
  'features/accounts/passwords/hash-worker',
];
const BUNDLED = /^(?:@sayback|drizzle-orm|zod)(?:\/|$)/;

const keepPackages = {
  name: 'keep-packages',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || BUNDLED.test(path) ? undefined : { path, external: true },
    );
  },
};

const { outputFiles } = await build({
  entryPoints: PROGRAMS.map((name) => `apps/server/src/${name}.ts`),
  outbase: 'apps/server/src',
  outdir: TARGET,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22.12',
  conditions: ['source'],
  write: false,
  plugins: [keepPackages],
});

// Unchanged files aren't written, since a server may be starting from them.
for (const { path, contents } of outputFiles) {
  if (existsSync(path) && readFileSync(path).equals(contents)) continue;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, contents);
}
// The names of shared files contain a hash, so those of earlier builds would stay.
const written = new Set(outputFiles.map(({ path }) => path));
for (const name of readdirSync(TARGET)) {
  const path = join(process.cwd(), TARGET, name);
  if (/\.js(\.map)?$/.test(name) && !written.has(path)) rmSync(path);
}
