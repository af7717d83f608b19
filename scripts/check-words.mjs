// Keeps words out that no reader would search for: in names of files, identifiers and comments. Add a word here once none is left.
// A lower-case entry also matches inside camelCase and kebab-case names (deed: useDeeds, deed-text), an entry with a space as it is.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const BANNED = {
  doors: 'listeners',
  'throw-away': 'ephemeral',
};

/** Their text is data or a list of the words. */
const EXEMPT = /^(?:scripts\/check-words\.mjs|package-lock\.json|.*\/locales\/.*|demo\/|bench\/results)/;

const root = join(import.meta.dirname, '..');
const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');
const files = tracked.filter((file) => existsSync(join(root, file)) && !EXEMPT.test(file));
const sources = files.filter((file) => /\.(?:tsx?|mjs|css)$/.test(file));

/** @param {string} word */
function patternOf(word) {
  if (word.includes(' ')) return new RegExp(word, 'g');
  const capital = word.charAt(0).toUpperCase() + word.slice(1);
  return new RegExp(`(?<![A-Za-z])${word}(?:s|es)?(?![a-z])|${capital}(?:s|es)?(?![a-z])`, 'g');
}

const complaints = [];
for (const [word, instead] of Object.entries(BANNED)) {
  const pattern = patternOf(word);
  for (const file of files) {
    if (file.search(pattern) >= 0) complaints.push(`${file}: the name holds “${word}”; say ${instead}`);
  }
  for (const file of sources) {
    for (const [at, line] of readFileSync(join(root, file), 'utf8').split('\n').entries()) {
      if (line.search(pattern) >= 0) complaints.push(`${file}:${at + 1}: “${word}”; say ${instead}`);
    }
  }
}

// The glossary's paths lead somewhere.
const glossary = readFileSync(join(root, 'docs/glossary.md'), 'utf8');
for (const [, path] of glossary.matchAll(/`((?:packages|server|web|cli)\/[\w./-]+)`/g)) {
  const full = path.startsWith('packages/') ? path : join('apps', path);
  if (!existsSync(join(root, full))) complaints.push(`docs/glossary.md: there is no ${path}`);
}

for (const complaint of complaints) console.error(complaint);
process.exitCode = complaints.length > 0 ? 1 : 0;
