import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { file, folder, SRT, sayback, useFolder } from '../testing/run-sayback.ts';

useFolder();

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;

/** Creates a sound with tones from 1 to 2.5 s and from 4 to 5 s, and quiet noise. */
function makeSound(): string {
  const tone = '0.3*sin(2*PI*200*t)*(between(t,1,2.5)+between(t,4,5))+0.0005*random(0)';
  spawnSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', `aevalsrc='${tone}':s=16000:d=7`, 'film.wav'], {
    cwd: folder,
  });
  return 'film.wav';
}

const MOVED = '1\n00:00:01,300 --> 00:00:02,200\nOne\n\n2\n00:00:04,200 --> 00:00:04,700\nTwo\n';

describe.skipIf(!hasFfmpeg)('sayback cuts', () => {
  it('moves each cue to where its sound starts and ends', async () => {
    const { status, lines } = await sayback(['cuts', file('film.srt', MOVED), makeSound(), '--to', 'json']);
    expect(status).toBe(0);
    const [{ cues }] = lines();
    for (const [at, start, end] of [
      [0, 1000, 2500],
      [1, 4000, 5000],
    ] as const) {
      expect(Math.abs(cues[at].start_ms - start)).toBeLessThanOrEqual(60);
      expect(Math.abs(cues[at].end_ms - end)).toBeLessThanOrEqual(60);
      expect(cues[at].timing).toBe('sure');
    }
  });

  it('writes the file in its own format, with a cue without audible speech unchanged', async () => {
    const far = `${MOVED}\n3\n00:00:40,000 --> 00:00:41,000\nThree\n`;
    const { status, stdout, stderr } = await sayback(['cuts', file('far.srt', far), makeSound()]);
    expect(status).toBe(3);
    expect(stdout).toContain('3\n00:00:40,000 --> 00:00:41,000\nThree');
    expect(stdout).not.toContain('00:00:01,300');
    expect(stderr).toContain('2 cues moved, 1 not sure; 0 fit');
  });

  it('shortens a cue only with --likely or --all', async () => {
    const long = '1\n00:00:00,600 --> 00:00:02,900\nOne\n';
    const args = ['cuts', file('long.srt', long), makeSound()];
    const left = await sayback(args);
    expect(left.stdout).toBe(long);
    expect(left.stderr).toContain('0 cues moved, 0 not sure; 0 fit as they were, 1 are likely too long.');
    expect(left.status).toBe(3);
    for (const option of ['--likely', '--all']) {
      const { stdout } = await sayback([...args, option]);
      expect(stdout).toMatch(/00:00:0(0,9|1,0)\d\d --> 00:00:02,5\d\d/);
    }
  });

  it('reports that exact cues fit', async () => {
    const exact = '1\n00:00:00,950 --> 00:00:02,550\nOne\n\n2\n00:00:03,950 --> 00:00:05,050\nTwo\n';
    const { status, stdout, stderr } = await sayback(['cuts', file('exact.srt', exact), makeSound()]);
    expect(stdout).toBe(exact);
    expect(stderr).toContain('0 cues moved, 0 not sure; 2 fit as they were');
    expect(status).toBe(0);
  });

  it('reports missing sound', async () => {
    const { status, stderr } = await sayback(['cuts', file('film.srt', SRT), 'missing.mp4']);
    expect(status).toBe(1);
    expect(stderr).toContain('missing.mp4:1: No sound could be read');
  });
});

it('sayback cuts requires a subtitle file and its media', async () => {
  expect((await sayback(['cuts', file('alone.srt', SRT)])).status).toBe(2);
});
