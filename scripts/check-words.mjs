// Rejects words that no reader would search for, in file names, identifiers and comments. Add a word when no file contains it.
// A lower-case word also matches inside camelCase and kebab-case names (deed: useDeeds, deed-text); a phrase only matches as it is.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const BANNED = {
  deed: 'audit event, or command',
  discreet: 'redacting',
  doors: 'listeners',
  heir: 'successor',
  patiently: 'with retries',
  storm: 'flood',
  'throw-away': 'ephemeral',
  'under way': 'running, in progress, or in flight',
};

/** Words that say too little as the whole name of a variable, a parameter or a function. */
const VAGUE_NAMES = {
  asked: 'request, requested or calls',
  given: 'input',
  kept: 'saved or stored',
  told: 'events, calls or reported',
  wanted: 'requested or expected',
};
const NAME = `(${Object.keys(VAGUE_NAMES).join('|')})`;
/** `const kept`, `let [kept`, `function kept`, and a first parameter: `(kept: string`, `(kept) =>`. */
const VAGUE = new RegExp(`\\b(?:const|let|function) \\[?${NAME}\\b|\\(${NAME}(?:: |(?:, \\w+)*\\) =>)`);

/** Files whose text is data or contains these words. */
const EXEMPT = /^(?:scripts\/check-words\.mjs|package-lock\.json|.*\/locales\/.*|demo\/|bench\/results)/;

const root = join(import.meta.dirname, '..');
const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');
const files = tracked.filter((file) => existsSync(join(root, file)) && !EXEMPT.test(file));
const sources = files.filter((file) => /\.(?:tsx?|mjs|css)$/.test(file));

/** @param {string} word */
function createPattern(word) {
  if (word.includes(' ')) return new RegExp(word, 'g');
  const capital = word.charAt(0).toUpperCase() + word.slice(1);
  return new RegExp(`(?<![A-Za-z])${word}(?:s|es)?(?![a-z])|${capital}(?:s|es)?(?![a-z])`, 'g');
}

const problems = [];
for (const [word, instead] of Object.entries(BANNED)) {
  const pattern = createPattern(word);
  for (const file of files) {
    if (file.search(pattern) >= 0) problems.push(`${file}: the name contains “${word}”; say ${instead}`);
  }
  for (const file of sources) {
    for (const [at, line] of readFileSync(join(root, file), 'utf8').split('\n').entries()) {
      if (line.search(pattern) >= 0) problems.push(`${file}:${at + 1}: contains “${word}”; say ${instead}`);
    }
  }
}

for (const file of sources.filter((one) => /\.(?:tsx?|mjs)$/.test(one))) {
  for (const [at, line] of readFileSync(join(root, file), 'utf8').split('\n').entries()) {
    if (/^\s*(?:\/?\*|\/\/)/.test(line)) continue;
    const [, declared, parameter] = VAGUE.exec(line) ?? [];
    const name = declared ?? parameter;
    if (name) problems.push(`${file}:${at + 1}: the name is “${name}”; say ${VAGUE_NAMES[name]}`);
  }
}

/** Vague openings of comments, as in 'What a voice does …' and 'Of the take.'. */
const VAGUE_OPENING = /^(?:What|Who|Where|How|Of|Those|That|Whose|Which)\b/;
const COMMENT_START = /^\s*(?:\{?\/\*\*?|\/\/)\s*(.*)$/;

for (const file of tracked.filter((one) => /\.(?:tsx?|mjs|css)$/.test(one) && existsSync(join(root, one)))) {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  for (const [at, line] of lines.entries()) {
    const [, sameLine] = COMMENT_START.exec(line) ?? [];
    // A block of `//` lines is one comment.
    const isContinued = /^\s*\/\//.test(line) && /^\s*\/\//.test(lines[at - 1] ?? '');
    if (sameLine === undefined || isContinued) continue;
    const text = sameLine || (lines[at + 1] ?? '').replace(/^\s*\*\s*/, '');
    const [word] = VAGUE_OPENING.exec(text) ?? [];
    if (word)
      problems.push(
        `${file}:${at + 1}: a comment opens with “${word}”; name the thing first (“Returns …”, “The cues of a file, sorted.”)`,
      );
  }
}

// Checks that paths in the documents exist, as whole paths or as the end of one.
const DOCUMENTS = [
  'docs/glossary.md',
  'docs/architecture.md',
  ...tracked.filter((file) => file.startsWith('docs/how-to/')),
];
/** Paths that the examples in docs/how-to create. */
const EXAMPLE_PATHS = /(?:\/fr$|\/mpl\/|^read-mpl|-fr\.ts$)/;
const folders = new Set(
  tracked.flatMap((file) => file.split('/').map((_, at, parts) => parts.slice(0, at).join('/'))),
);
const knownPaths = [...folders, ...tracked];
for (const document of DOCUMENTS) {
  const text = readFileSync(join(root, document), 'utf8');
  for (const [, path] of text.matchAll(/`([\w.-]+(?:\/[\w.-]+)+|\w[\w-]*\.tsx?)\/?`/g)) {
    if (EXAMPLE_PATHS.test(path)) continue;
    if (!knownPaths.some((knownPath) => knownPath === path || knownPath.endsWith(`/${path}`)))
      problems.push(`${document}: there is no ${path}`);
  }
}

for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
