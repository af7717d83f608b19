import { describe, expect, it } from 'vitest';
import { file, SRT, saybackProcess, useFolder } from './testing/run-sayback.ts';

useFolder();

describe('the sayback process', () => {
  it('reads standard input to its end and writes standard output', () => {
    const long = Array.from({ length: 20_000 }, () => SRT).join('\n');
    const { status, stdout, stderr } = saybackProcess(['convert', '--to', 'json'], long);
    expect([status, stderr, JSON.parse(stdout).cues.length]).toEqual([0, '', 40_000]);
  });

  it('resolves files from its working directory, and exits with the exit code', () => {
    file('odd.srt', '1\n00:00:01,000 --> 00:00:01,200\nHi\n');
    expect(saybackProcess(['check', 'odd.srt'])).toEqual({
      status: 3,
      stdout: 'odd.srt: cue #1 lasts 200 ms (at least 500)\n',
      stderr: '',
    });
  });
});
