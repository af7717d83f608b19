// Keeps words out that no reader would search for: in names of files, identifiers and comments. Add a word here once none is left.
// A lower-case entry also matches inside camelCase and kebab-case names (deed: useDeeds, deed-text), an entry with a space as it is.
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

/** As the whole name of a variable, a parameter or a function they don't say what it holds. */
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

for (const file of sources.filter((one) => /\.(?:tsx?|mjs)$/.test(one))) {
  for (const [at, line] of readFileSync(join(root, file), 'utf8').split('\n').entries()) {
    if (/^\s*(?:\/?\*|\/\/)/.test(line)) continue;
    const [, declared, parameter] = VAGUE.exec(line) ?? [];
    const name = declared ?? parameter;
    if (name) complaints.push(`${file}:${at + 1}: a name “${name}”; say ${VAGUE_NAMES[name]}`);
  }
}

/** Openings of a comment that name nothing: 'What a voice does …', 'Of the take.'. */
const OPENING = /^(?:What|Who|Where|How|Of|Those|That|Whose|Which)\b/;
const COMMENT_START = /^\s*(?:\{?\/\*\*?|\/\/)\s*(.*)$/;

for (const file of tracked.filter((one) => /\.(?:tsx?|mjs|css)$/.test(one) && existsSync(join(root, one)))) {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  for (const [at, line] of lines.entries()) {
    const [, sameLine] = COMMENT_START.exec(line) ?? [];
    // Only the first line of a block of `//` lines opens a comment.
    const isContinued = /^\s*\/\//.test(line) && /^\s*\/\//.test(lines[at - 1] ?? '');
    if (sameLine === undefined || isContinued) continue;
    const text = sameLine || (lines[at + 1] ?? '').replace(/^\s*\*\s*/, '');
    const [word] = OPENING.exec(text) ?? [];
    if (word)
      complaints.push(
        `${file}:${at + 1}: a comment opens with “${word}”; name the thing first (“Returns …”, “The cues of a file, sorted.”)`,
      );
  }
}

// Checks that paths in the documents exist: from the root, from apps/ or a source folder of it, or as the end of a file's path.
const MAPS = [
  'docs/glossary.md',
  'docs/architecture.md',
  ...tracked.filter((file) => file.startsWith('docs/how-to/')),
];
/** Paths that the examples in docs/how-to create. */
const TO_BE_MADE = /(?:\/fr$|\/mpl\/|^read-mpl|-fr\.ts$)/;
const folders = new Set(
  tracked.flatMap((file) => file.split('/').map((_, at, parts) => parts.slice(0, at).join('/'))),
);
const places = [...folders, ...tracked];
for (const map of MAPS) {
  const text = readFileSync(join(root, map), 'utf8');
  for (const [, path] of text.matchAll(/`([\w.-]+(?:\/[\w.-]+)+|\w[\w-]*\.tsx?)\/?`/g)) {
    if (TO_BE_MADE.test(path)) continue;
    if (!places.some((place) => place === path || place.endsWith(`/${path}`)))
      complaints.push(`${map}: there is no ${path}`);
  }
}

for (const complaint of complaints) console.error(complaint);
process.exitCode = complaints.length > 0 ? 1 : 0;
