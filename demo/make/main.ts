// Makes the clips in demo/clips: npx tsx demo/make/main.ts [slug …]
// Needs the Debian packages ffmpeg, espeak-ng, chromium, fontconfig and fonts-noto-cjk.
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { draw } from './art/draw.ts';
import { HEIGHT, WIDTH } from './art/scene.ts';
import { openPainter, type Painter } from './browser.ts';
import type { Clip } from './clip.ts';
import { catCalledBiscuit } from './clips/a-cat-called-biscuit.ts';
import { tsugiNoDensha } from './clips/tsugi-no-densha.ts';
import { kiloDeTomates } from './clips/un-kilo-de-tomates.ts';
import { encodeClip, encodePoster, FRAME_RATE, wavOf } from './encode.ts';
import { momentAt } from './moment.ts';
import { requirePrograms } from './programs.ts';
import { makeSubtitles, type SubtitleFile } from './subtitles.ts';
import { lineAt, makeTimeline, type Timeline } from './timeline.ts';

const CLIPS = [catCalledBiscuit, kiloDeTomates, tsugiNoDensha];
const FOLDER = join(import.meta.dirname, '..', 'clips');
/** The clips lie in the repository: all files together stay below this many bytes. */
const MOST_BYTES = 3_000_000;

async function main(slugs: string[]): Promise<void> {
  requirePrograms();
  const unknown = slugs.find((slug) => !CLIPS.some((clip) => clip.slug === slug));
  if (unknown)
    throw new Error(`No clip is called ${unknown}. There are: ${CLIPS.map((clip) => clip.slug).join(', ')}`);
  const painter = await openPainter(WIDTH, HEIGHT);
  try {
    for (const clip of CLIPS) {
      if (slugs.length === 0 || slugs.includes(clip.slug)) await makeClip(clip, painter);
    }
  } finally {
    await painter.close();
  }
  const bytes = await bytesIn(FOLDER);
  console.log(`All clips: ${bytes} bytes`);
  if (bytes > MOST_BYTES) throw new Error(`The clips take ${bytes} bytes, more than ${MOST_BYTES}`);
}

async function makeClip(clip: Clip, painter: Painter): Promise<void> {
  const folder = join(FOLDER, clip.slug);
  const scratch = await mkdtemp(join(tmpdir(), 'sayback-demo-'));
  try {
    const timeline = await makeTimeline(clip);
    const subtitles = makeSubtitles(clip, timeline.lines);
    checkTimes(subtitles, timeline.length);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    for (const { file, bytes } of subtitles) await writeFile(join(folder, file), bytes);
    await writeFile(join(folder, 'clip.json'), `${JSON.stringify(description(clip, subtitles), null, 2)}\n`);
    const posterTime = lineAt(timeline.lines, clip.posterLine).start + 900;
    const poster = await painter.paint(draw(clip.scene, { ...momentAt(timeline, posterTime), shot: 'wide' }));
    await encodePoster(poster, join(folder, 'poster.jpg'));
    const wavFile = join(scratch, 'voices.wav');
    await writeFile(wavFile, wavOf(timeline.samples));
    await encodeClip(pictures(clip, timeline, painter), wavFile, join(folder, 'clip.mp4'));
    console.log(`${clip.slug}: ${(timeline.length / 1000).toFixed(1)} s, ${await bytesIn(folder)} bytes`);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function* pictures(clip: Clip, timeline: Timeline, painter: Painter): AsyncGenerator<Buffer> {
  const step = 1000 / FRAME_RATE;
  for (let time = 0; time < timeline.length; time += step) {
    yield await painter.paint(draw(clip.scene, momentAt(timeline, time)));
  }
}

function description(clip: Clip, subtitles: SubtitleFile[]): object {
  const { slug, title, original_language, country } = clip;
  return {
    slug,
    title,
    description: clip.description,
    original_language,
    country,
    media: 'clip.mp4',
    poster: 'poster.jpg',
    subtitles: subtitles.map(({ language, file }) => ({ language, file })),
  };
}

function checkTimes(subtitles: SubtitleFile[], length: number): void {
  for (const { file, cues } of subtitles) {
    cues.forEach((cue, i) => {
      const before = cues[i - 1]?.end ?? 0;
      if (cue.start < before || cue.end <= cue.start || cue.end > length) {
        throw new Error(`${file}: cue ${i + 1} (${cue.start} to ${cue.end} ms) overlaps or leaves the clip`);
      }
    });
  }
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map((entry) => stat(join(entry.parentPath, entry.name)));
  return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0);
}

await main(process.argv.slice(2));
