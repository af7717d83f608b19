import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { file, folder, SRT, sayback, useFolder } from './testing/run-sayback.ts';

useFolder();

describe('sayback', () => {
  it('lists its commands', async () => {
    expect(await sayback(['--help'])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('convert  read SubRip'),
    });
  });

  it.each(['align', 'clean', 'convert', 'sync', 'check', 'grade'])(
    'shows the options of %s',
    async (command) => {
      const { status, stdout } = await sayback([command, '--help']);
      expect([status, stdout.split(' ', 3).join(' ')]).toEqual([0, `Usage: sayback ${command}`]);
    },
  );

  it.each([
    [[], ''],
    [['alignn'], 'There is no command “alignn”'],
    [['convert', 'a.srt'], 'convert needs a format'],
    [['convert', '--to', 'pdf'], '--to takes srt, vtt, ass, ttml, json, and not “pdf”.'],
    [['convert', 'a.srt', 'b.srt', '--to', 'vtt'], 'Several files need --to json or --out-dir'],
    [['clean', '--brackets'], "Unknown option '--brackets'"],
    [['align', 'a.srt'], 'align takes two files'],
    [['convert', 'a/en.srt', 'b/en.vtt', '--to', 'srt', '--out-dir', 'o'], 'Two files are called “en”'],
    [['sync', 'a.srt', '--shift', '1', '--from', '1.5'], '--from takes the number of a cue'],
    [['sync', 'a.srt', '--shift', '1', '--from', '0'], '--from takes the number of a cue'],
    [['sync', 'a.srt'], 'either a reference, a film or --shift SECONDS'],
    [['sync', 'a.srt', '--shift', 'soon'], '--shift takes a number, and not “soon”.'],
  ])('exits with 2 and a message for %j', async (args, message) => {
    const { status, stderr } = await sayback(args);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe('sayback convert', () => {
  it('writes TTML with the language of the file name, and ASS, with long lines wrapped', async () => {
    const long = 'When the train stopped at last, nobody wanted to get off.';
    const srt = file('film.pt-BR.srt', `1\n00:00:01,000 --> 00:00:02,000\n${long}\n`);
    const ttml = (await sayback(['convert', srt, '--to', 'ttml'])).stdout;
    expect(ttml).toContain('xml:lang="pt-BR"');
    expect(ttml).toContain('stopped at last,<br/>nobody wanted');
    expect((await sayback(['convert', srt, '--to', 'ttml', '--language', 'gl'])).stdout).toContain(
      'xml:lang="gl"',
    );
    expect((await sayback(['convert', srt, '--to', 'ass'])).stdout).toContain(
      'stopped at last,\\Nnobody wanted',
    );
  });

  it('prints a line per file, and exits with 1 if a file has no cues', async () => {
    file('one.srt', SRT);
    file(
      'latin.srt',
      Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nJ’ai déjà vu ça, été comme hiver\n', 'utf16le'),
    );
    file('empty.vtt', 'WEBVTT\n');
    mkdirSync(join(folder, 'sub'), { recursive: true });
    const { status, lines } = await sayback(
      'convert one.srt none.srt sub empty.vtt latin.srt --to json'.split(' '),
    );
    expect(status).toBe(1);
    expect(lines()).toEqual([
      {
        file: 'one.srt',
        encoding: 'utf-8',
        format: 'srt',
        cues: [
          { index: 1, start_ms: 1000, end_ms: 2500, text: 'One' },
          { index: 2, start_ms: 3000, end_ms: 4000, text: '[Music]' },
        ],
        problems: [],
      },
      {
        file: 'none.srt',
        encoding: null,
        format: null,
        cues: [],
        problems: [{ line: 1, message: 'The file could not be opened: there is no such file.' }],
      },
      {
        file: 'sub',
        encoding: null,
        format: null,
        cues: [],
        problems: [{ line: 1, message: 'The file could not be opened: it is a folder.' }],
      },
      {
        file: 'empty.vtt',
        encoding: 'utf-8',
        format: 'vtt',
        cues: [],
        problems: [{ line: 1, message: 'This file has no cue: no line has times.' }],
      },
      {
        file: 'latin.srt',
        encoding: 'utf-16le',
        format: 'srt',
        cues: [{ index: 1, start_ms: 1000, end_ms: 2000, text: 'J’ai déjà vu ça, été comme hiver' }],
        problems: [],
      },
    ]);
  });

  it('reads standard input, and keeps formatting that both formats support', async () => {
    expect(await sayback(['convert', '--to', 'vtt'], SRT)).toMatchObject({
      status: 0,
      stderr: '',
      stdout:
        'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\n<i>One</i>\n\n00:00:03.000 --> 00:00:04.000\n[Music]\n',
    });
  });

  it('writes several files into a folder', async () => {
    file('one.srt', SRT);
    file('two.vtt', 'WEBVTT\n\n00:01.000 --> 00:02.000\nTwo\n\n00:0x.000 --> 00:02.000\nbad\n');
    const { status, stderr } = await sayback('convert one.srt two.vtt --to srt --out-dir out/new'.split(' '));
    expect(status).toBe(0);
    expect(stderr).toContain('two.vtt:6: These times are unreadable');
    expect(readFileSync(join(folder, 'out/new/one.srt'), 'utf8')).toBe(SRT);
    expect(readFileSync(join(folder, 'out/new/two.srt'), 'utf8')).toBe(
      '1\n00:00:01,000 --> 00:00:02,000\nTwo\n',
    );
  });

  it('exits with 2 and a message if the folder isn’t writable', async () => {
    file('one.srt', SRT);
    const { status, stderr } = await sayback(['convert', 'one.srt', '--to', 'vtt', '--out-dir', 'one.srt']);
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(/^sayback: “.*one\.vtt” could not be written/),
    ]);
  });

  it('shows progress on a terminal, and clears it at the end', async () => {
    file('one.srt', SRT);
    file('two.srt', SRT);
    const { stderr, stdout } = await sayback(['convert', 'one.srt', 'two.srt', '--to', 'json'], '', true);
    expect(stderr).toBe('\r\u001B[K1/2 one.srt\r\u001B[K2/2 two.srt\r\u001B[K');
    expect(stdout).not.toContain('1/2');
  });

  it('reads a .vtt file as WebVTT, unless it is SubRip', async () => {
    file('misnamed.vtt', SRT);
    file('broken.vtt', '00:01.000 --> 00:02.000\nNo signature\n');
    const { status, lines } = await sayback(['convert', 'misnamed.vtt', 'broken.vtt', '--to', 'json']);
    expect(status).toBe(1);
    expect(lines()).toMatchObject([
      { format: 'srt', cues: [{}, {}] },
      {
        format: 'vtt',
        cues: [],
        problems: [{ line: 1, message: expect.stringContaining('the word WEBVTT') }],
      },
    ]);
  });

  it('reads SubStation Alpha, and writes it as SubRip by default', async () => {
    file(
      'film.ass',
      '[Script Info]\n[Events]\nDialogue: 0,0:00:01.00,0:00:02.50,,,0,0,0,,{\\an8}One\\NTwo\n',
    );
    const { lines } = await sayback(['convert', 'film.ass', '--to', 'json']);
    expect(lines()[0]).toMatchObject({
      format: 'ass',
      cues: [{ start_ms: 1000, end_ms: 2500, text: 'One\nTwo' }],
    });
    const cleaned = await sayback(['clean', 'film.ass', '--effects']);
    expect(cleaned.stdout).toBe('1\n00:00:01,000 --> 00:00:02,500\nOne\nTwo\n');
  });

  it("reads YouTube's json3", async () => {
    const json3 = JSON.stringify({ events: [{ tStartMs: 5, dDurationMs: 10, segs: [{ utf8: 'Hi' }] }] });
    expect((await sayback(['convert', '-', '--to', 'json'], json3)).lines()[0]).toMatchObject({
      file: '-',
      format: 'json3',
      cues: [{ index: 1, start_ms: 5, end_ms: 15, text: 'Hi' }],
    });
  });
});

describe('sayback clean', () => {
  it('lists the changes of the switches, with their rules', async () => {
    file('one.srt', SRT);
    const { status, lines } = await sayback(['clean', 'one.srt', '--effects', '--to', 'json']);
    expect(status).toBe(0);
    expect(lines()[0]).toMatchObject({
      cues: [{ index: 1, text: 'One' }],
      changes: [{ index: 2, rule: expect.any(String), before: '[Music]' }],
    });
    expect(
      (await sayback(['clean', 'one.srt', '--speaker-names', '--to', 'json'])).lines()[0].changes,
    ).toEqual([]);
  });

  it('keeps the format, and removes nothing without a switch', async () => {
    expect((await sayback(['clean', '--hearing-impaired'], SRT)).stdout).toBe(
      '1\n00:00:01,000 --> 00:00:02,500\n<i>One</i>\n',
    );
    const untouched = await sayback(['clean'], SRT);
    expect(untouched.stdout).toBe(SRT);
    expect(untouched.stderr).toContain('nothing is removed');
  });
});

describe('sayback check', () => {
  it('exits with 3 on warnings, and with 0 otherwise', async () => {
    const odd = file('odd.srt', '1\n00:00:01,000 --> 00:00:01,200\nFar too much to read in no time\n');
    const { status, stdout } = await sayback(['check', odd]);
    expect(status).toBe(3);
    expect(stdout).toContain('odd.srt: cue #1 lasts 200 ms (at least 500)\n');
    expect(stdout).toMatch(/cue #1 has \d+ characters a second \(at most 20\)/);
    expect(await sayback(['check', '-'], SRT)).toMatchObject({ status: 0, stdout: '' });
    expect((await sayback(['check', odd, '--to', 'json'])).lines()[0]).toMatchObject({
      file: 'odd.srt',
      warnings: expect.arrayContaining([
        expect.objectContaining({ index: 1, kind: 'too-short', value: 200 }),
      ]),
    });
    expect((await sayback(['check', odd, 'none.srt'])).status).toBe(1);
  });
});
