import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { file, SRT, sayback, useFolder } from '../testing/run-sayback.ts';

useFolder();

const CLIPS = resolve(import.meta.dirname, '../../../../demo/clips');

describe('sayback align', () => {
  const english = join(CLIPS, 'un-kilo-de-tomates/en.vtt');
  const french = join(CLIPS, 'un-kilo-de-tomates/fr.srt');

  it('prints segments, or beads with zero-based cue positions', async () => {
    const segments = (await sayback(['align', french, english, '--original-language', 'fr'])).lines()[0];
    const beads = (await sayback(['align', french, english, '--format', 'beads'])).lines()[0];
    expect(segments.length).toBeGreaterThan(5);
    for (const { start_ms, end_ms, label, original, target } of segments) {
      expect(label).toBe(`${original.length}-${target.length}`);
      expect(end_ms).toBeGreaterThan(start_ms);
    }
    expect(Object.keys(beads[0])).toEqual(['orig', 'target', 'mismatch', 'confidence']);
    const cues = beads.flatMap(({ orig }: { orig: number[] }) => orig);
    expect(cues.toSorted((a: number, b: number) => a - b)).toEqual([...cues.keys()]);
  });

  it('writes both texts as one file', async () => {
    const { stdout } = await sayback(['align', french, english, '--format', 'srt']);
    const { text_original, text_target } = (await sayback(['align', french, english]))
      .lines()[0]
      .find(({ label }: { label: string }) => label === '1-1');
    expect(stdout).toContain(`${text_original}\n${text_target}\n`);
  });

  it('omits cues before the original’s first one, and reports them', async () => {
    const { stderr, lines } = await sayback(['align', french, english]);
    expect(stderr).toBe(
      `sayback: ${english}: left out, since it comes before the first cue of ${french}: cue 1\n`,
    );
    expect(lines()[0].flatMap(({ target }: { target: number[] }) => target)[0]).toBe(1);
  });

  it('exits with 1 if a file can’t be read', async () => {
    expect(await sayback(['align', french, 'none.srt'])).toMatchObject({
      status: 1,
      stdout: '',
      stderr: 'none.srt:1: The file could not be opened: there is no such file.\n',
    });
  });
});

describe('sayback sync', () => {
  const original = join(CLIPS, 'a-cat-called-biscuit/en.srt');

  it('shifts by seconds, from a cue on', async () => {
    expect((await sayback(['sync', '-', '--shift=-1.5', '--from', '2'], SRT)).stdout).toContain(
      '00:00:01,500 --> 00:00:02,500',
    );
    expect((await sayback(['sync', '-', '--shift', '10'], SRT)).stdout).toContain(
      '00:00:11,000 --> 00:00:12,500',
    );
  });

  it('synchronises a file with another language', async () => {
    const japanese = join(CLIPS, 'a-cat-called-biscuit/ja.srt');
    file('late.srt', (await sayback(['sync', japanese, '--shift', '30'])).stdout);
    const { status, stdout, stderr } = await sayback(['sync', 'late.srt', original]);
    expect(status).toBe(0);
    expect(stderr).toMatch(/moved by -(?:29|30)\.\d{3} s/);
    const start = (text: string) => /(\d\d):(\d\d),(\d{3}) -->/.exec(text)?.slice(1).join('') ?? '';
    expect(Math.abs(Number(start(stdout)) - Number(start(readFileSync(japanese, 'utf8'))))).toBeLessThan(300);
  });

  it('writes a file unchanged if it is in sync, and says so', async () => {
    const { status, stdout, stderr } = await sayback(['sync', original, original]);
    expect(status).toBe(0);
    expect(stderr).toContain('already in time');
    expect(stdout).toBe((await sayback(['convert', original, '--to', 'srt'])).stdout);
  });

  it('writes SubStation Alpha as SubRip, like the other commands', async () => {
    file('film.ass', '[Script Info]\n[Events]\nDialogue: 0,0:00:01.00,0:00:02.50,,,0,0,0,,One\n');
    expect((await sayback(['sync', 'film.ass', '--shift', '1'])).stdout).toBe(
      '1\n00:00:02,000 --> 00:00:03,500\nOne\n',
    );
  });

  it('exits with 3 when no result is reliable', async () => {
    const other = '1\n00:30:01,000 --> 00:30:02,500\nOne\n';
    const { status, lines } = await sayback(['sync', '-', original, '--to', 'json'], other);
    expect(status).toBe(3);
    expect(lines()[0]).toMatchObject({ changed: false, offset_ms: 0, cues: [{ start_ms: 1_801_000 }] });
  });
});

describe.skipIf(spawnSync('ffmpeg', ['-version']).status !== 0)('sayback sync by the sound of a film', () => {
  const clip = join(CLIPS, 'a-cat-called-biscuit');
  const starts = (text: string) =>
    [...text.matchAll(/(\d\d):(\d\d)[,.](\d{3}) -->/g)].map(
      ([, m, s, ms]) => Number(m) * 60_000 + Number(s) * 1000 + Number(ms),
    );

  it('synchronises a delayed file, and reports the changes', async () => {
    file('late.srt', (await sayback(['sync', join(clip, 'en.srt'), '--shift', '37.4'])).stdout);
    const { status, stdout, stderr } = await sayback(['sync', 'late.srt', join(clip, 'clip.mp4')]);
    expect(stderr).toMatch(
      /^sayback: speed × 1\.00000, moved by -37\.\d{3} s \(certainty (0\.9\d|1\.00)\)\.\n$/,
    );
    expect(status).toBe(0);
    const truth = starts(readFileSync(join(clip, 'en.srt'), 'utf8'));
    // The clip's cues start shortly before the speech.
    for (const [at, start] of starts(stdout).entries())
      expect(Math.abs(start - (truth[at] ?? 0))).toBeLessThan(200);
  });

  it('writes a file unchanged if it is in sync', async () => {
    const { status, stdout, stderr } = await sayback(['sync', join(clip, 'en.srt'), join(clip, 'clip.mp4')]);
    expect(stderr).toContain('already in time');
    expect(status).toBe(0);
    expect(starts(stdout)).toEqual(starts(readFileSync(join(clip, 'en.srt'), 'utf8')));
  });

  it('writes nothing for the cues of another film, unless forced', async () => {
    const other = join(CLIPS, 'un-kilo-de-tomates/fr.srt');
    const args = ['sync', other, join(clip, 'clip.mp4'), '--to', 'json'];
    const { status, stdout, stderr } = await sayback(args);
    expect({ status, stdout }).toEqual({ status: 3, stdout: '' });
    expect(stderr).toContain("the sound doesn't show with certainty where the cues belong");
    const forced = await sayback([...args, '--unsure']);
    expect(forced.status).toBe(3);
    expect(forced.lines()[0]).toMatchObject({ sure: false, cues: { length: 21 } });
  });

  it('exits with 1 when the film has no readable sound', async () => {
    expect(await sayback(['sync', file('film.srt', SRT), 'missing.mp4'])).toMatchObject({
      status: 1,
      stdout: '',
      stderr: 'missing.mp4:1: No sound could be read; is ffmpeg installed?\n',
    });
  });
});
