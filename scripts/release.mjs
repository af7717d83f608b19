// `npm run release`: writes a version's files to release/: the committed source, its bill of materials (SBOM, CycloneDX), and the
// checksums of both. It publishes nothing.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const output = (command, ...args) =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 2 ** 28 });

if (output('git', 'status', '--porcelain') !== '') {
  console.error('Commit your changes first: a release is built from the committed files.');
  process.exit(1);
}

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const name = `sayback-${version}`;
const source = `release/${name}.tar.gz`;
const sbom = `release/${name}.cdx.json`;
mkdirSync('release', { recursive: true });
output('git', 'archive', '--format=tar.gz', `--prefix=${name}/`, `--output=${source}`, 'HEAD');
writeFileSync(sbom, output('npm', 'sbom', '--sbom-format=cyclonedx', '--omit=dev'));
const checksums = [source, sbom].map((file) => {
  const sum = createHash('sha256').update(readFileSync(file)).digest('hex');
  return `${sum}  ${file.slice('release/'.length)}\n`;
});
writeFileSync(`release/${name}.sha256`, checksums.join(''));

const { components } = JSON.parse(readFileSync(sbom, 'utf8'));
console.log(`${name}: ${source}, ${sbom} with ${components.length} components, and their checksums.`);
