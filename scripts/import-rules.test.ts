import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BIOME = path.join(ROOT, 'node_modules/.bin/biome');

const server = 'apps/server/src';
const web = 'apps/web/src';

const rejected: [file: string, specifier: string][] = [
  ['packages/contract/src/videos.ts', 'zod'],
  ['packages/contract/src/videos.ts', '@sayback/subtitles'],
  ['packages/subtitles/src/srt/read-srt.ts', 'node:fs'],
  ['packages/subtitles/src/srt/read-srt.ts', 'lodash'],
  ['packages/speech/src/dtw/dtw.ts', 'node:fs'],
  ['packages/grading/src/grade.ts', '@sayback/subtitles'],
  ['packages/embedded-postgres/src/cluster.ts', '@sayback/contract'],
  [`${server}/platform/storage/folder-storage.ts`, '../../features/videos/index.ts'],
  [`${server}/platform/storage/folder-storage.ts`, '../../errors/app-error.ts'],
  [`${server}/http/serve.ts`, '../features/accounts/index.ts'],
  [`${server}/security/rate-limiter.ts`, '../features/accounts/index.ts'],
  [`${server}/errors/app-error.ts`, '../http/serve.ts'],
  [`${server}/messages/message.ts`, '../errors/app-error.ts'],
  [`${server}/features/practice/routes.ts`, '../videos/store.ts'],
  [`${server}/features/videos/routes.ts`, '../subtitles/index.ts'],
  [`${server}/features/accounts/routes.ts`, '../practice/index.ts'],
  [`${server}/features/jobs/routes.ts`, '../videos/index.ts'],
  [`${server}/features/accounts/routes.ts`, '../jobs/index.ts'],
  [`${server}/features/videos/routes.ts`, '../jobs/job-store.ts'],
  [`${web}/ui/feedback/failure.tsx`, '../../api/call.ts'],
  [`${web}/api/call.ts`, '../features/practice/queries.ts'],
  [`${web}/media/html-media.ts`, '../api/call.ts'],
  [`${web}/media/media-picture.tsx`, '../features/practice/queries.ts'],
  [`${web}/features/videos/queries.ts`, '../practice/queries.ts'],
  [`${web}/features/practice/player-screen/use-player.ts`, '../../accounts/queries.ts'],
  [`${web}/features/practice/practice-screen.tsx`, '../../app/router.tsx'],
];

const allowed: typeof rejected = [
  ['packages/contract/src/videos.ts', 'zod/mini'],
  ['packages/subtitles/src/vtt/read-vtt.ts', 'webvtt-parser'],
  [`${server}/errors/app-error.ts`, '@sayback/contract'],
  [`${server}/features/practice/routes.ts`, '../videos/index.ts'],
  [`${server}/features/subtitles/routes.ts`, '../../engine/engine.ts'],
  [`${server}/features/videos/routes.ts`, '../jobs/index.ts'],
  [`${server}/features/jobs/routes.ts`, '../accounts/index.ts'],
  [`${server}/features/accounts/routes.ts`, '../../platform/jobs/jobs.ts'],
  [`${web}/features/practice/home/home-screen.tsx`, '../../../ui/feedback/failure.tsx'],
  [`${web}/features/practice/player-screen/media-frame.tsx`, '../../../media/media.ts'],
  [`${web}/app/video-detail-page.tsx`, '../features/videos/detail/video-detail-screen.tsx'],
];

/** Gives the file a unique name, because several cases have the same file. */
const makeUnique = ([file, specifier]: [string, string], index: number) => {
  const extension = path.extname(file);
  return { file: file.replace(extension, `-${index}${extension}`), specifier };
};

it('the linter rejects type-only import cycles', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sayback-cycles-'));
  try {
    cpSync(path.join(ROOT, 'biome.json'), path.join(folder, 'biome.json'));
    writeFileSync(path.join(folder, 'a.ts'), "import type { B } from './b.ts';\nexport type A = B | 1;\n");
    writeFileSync(path.join(folder, 'b.ts'), "import type { A } from './a.ts';\nexport type B = A[];\n");
    const options = ['lint', '--vcs-enabled=false', '--only=suspicious/noImportCycles', '.'];
    const { stderr } = spawnSync(BIOME, options, { cwd: folder, encoding: 'utf8' });
    expect(stderr).toContain('a.ts:1:');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe('the import rules', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sayback-imports-'));
  const cases = [...rejected, ...allowed].map(makeUnique);
  let report = '';

  beforeAll(() => {
    cpSync(path.join(ROOT, 'biome.json'), path.join(folder, 'biome.json'));
    for (const { file, specifier } of cases) {
      mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
      writeFileSync(path.join(folder, file), `import { x } from '${specifier}';\nconsole.log(x);\n`);
    }
    const { stdout, stderr } = spawnSync(
      BIOME,
      ['lint', '--vcs-enabled=false', '--only=style/noRestrictedImports', '--max-diagnostics=100', '.'],
      { cwd: folder, encoding: 'utf8' },
    );
    report = stdout + stderr;
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const isRejected = (index: number) => report.includes(`${cases[index]?.file}:1:`);

  it.each(rejected.map((entry, index) => [...entry, index] as const))(
    'reject in %s the import of %s',
    (_, __, index) => {
      expect(isRejected(index)).toBe(true);
    },
  );

  it.each(allowed.map((entry, index) => [...entry, index] as const))(
    'allow in %s the import of %s',
    (_, __, index) => {
      expect(isRejected(rejected.length + index)).toBe(false);
    },
  );

  it('were checked in each file', () => {
    expect(report).toContain(`Checked ${cases.length + 1} files`);
  });
});
