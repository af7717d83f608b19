import { spawn, spawnSync } from 'node:child_process';

const PROGRAMS = [
  { program: 'ffmpeg', argument: '-version', debian: 'ffmpeg' },
  { program: 'ffprobe', argument: '-version', debian: 'ffmpeg' },
  { program: 'espeak-ng', argument: '--version', debian: 'espeak-ng' },
  { program: 'chromium', argument: '--version', debian: 'chromium' },
  { program: 'fc-list', argument: '--version', debian: 'fontconfig' },
];

/** Throws with the packages to install when a program or the CJK font is missing. */
export function requirePrograms(): void {
  const missing = PROGRAMS.filter(({ program, argument }) => spawnSync(program, [argument]).error);
  const packages = new Set(missing.map(({ debian }) => debian));
  if (!packages.has('fontconfig') && !spawnSync('fc-list').stdout.includes('NotoSansCJK')) {
    packages.add('fonts-noto-cjk');
  }
  if (packages.size > 0) {
    throw new Error(`Missing Debian packages. Install them with: apt-get install ${[...packages].join(' ')}`);
  }
}

/**
 * Runs a program with `input` on its standard input and returns its standard output.
 * Throws with the program's own last words when it fails.
 */
export async function run(
  program: string,
  args: string[],
  input: Iterable<Buffer> | AsyncIterable<Buffer> = [],
): Promise<Buffer> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  const complaints: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk));
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  // A program that stops reading early is reported by its exit code, not by the broken pipe.
  child.stdin.on('error', () => {});
  for await (const chunk of input) {
    if (!child.stdin.writable) break;
    if (!child.stdin.write(chunk)) await Promise.race([drained(child.stdin), ended]);
  }
  child.stdin.end();
  const code = await ended;
  if (code !== 0) {
    throw new Error(`${program} failed (${code}): ${Buffer.concat(complaints).toString().slice(-800)}`);
  }
  return Buffer.concat(output);
}

function drained(stream: NodeJS.WritableStream): Promise<void> {
  return new Promise((resolve) => stream.once('drain', resolve));
}
