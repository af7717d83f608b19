import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Cue, readSrt } from '@sayback/subtitles';
import { DATA, readData, readExpected } from '../data-folder.ts';

type Meta = { source: string[]; orig_lang: string; target_lang: string };

/** Cues that belong together, as positions in the two files; one track may have none. */
export type GoldBead = readonly [original: number[], target: number[]];

/**
 * Two subtitle files of one video, and their correct alignment `gold`. `wrong` has the positions in `gold` of beads whose text
 * was replaced by another line. `source` names the group of videos that the pair comes from; groups share no video. `languages`
 * are codes, the original's first.
 */
export type GoldPair = {
  id: string;
  original: Cue[];
  target: Cue[];
  gold: GoldBead[];
  wrong: ReadonlySet<number>;
  source: string;
  languages: [original: string, target: string];
};

export const STRESS_PAIR = 'S-en-es-stress10k';

/** Reads the public pairs; empty if the material's folder is missing. */
export function readGoldSet(): GoldPair[] {
  const folder = resolve(DATA, 'alignment');
  if (!existsSync(folder)) return [];
  const ids = readdirSync(folder).filter((id) => existsSync(resolve(folder, id, 'gold.json')));
  const metas = new Map(ids.sort().map((id) => [id, readExpected<Meta>(`alignment/${id}/meta.json`)]));
  const videos = new Map(ids.map((id) => [id, splitSources(metas.get(id)?.source.join(' ') ?? '')]));
  const groups = groupVideos([...videos.values()]);
  return ids.map((id) => ({
    id,
    original: readCues(id, 'orig.srt'),
    target: readCues(id, 'target.srt'),
    gold: readExpected<GoldBead[]>(`alignment/${id}/gold.json`) ?? [],
    wrong: new Set(readExpected<number[]>(`alignment/${id}/mismatch.json`)),
    source: groups.get(videos.get(id)?.[0] ?? id) ?? id,
    languages: [metas.get(id)?.orig_lang ?? '', metas.get(id)?.target_lang ?? ''],
  }));
}

/** Returns true for pairs of class N, whose units are sentences: correct smaller beads count as wrong there. */
export const isCoarse = ({ id }: Pick<GoldPair, 'id'>): boolean => id.startsWith('N');

/** Reads the cues of one track of a pair; `file` is `orig.srt` or `target.srt`. */
export function readCues(id: string, file: string): Cue[] {
  return readSrt(readData(`alignment/${id}/${file}`).toString('utf8')).cues;
}

// A course, whose parts were joined, or a video by its year and name.
const VIDEO = /course-[a-z]+|pepper-and-carrot|py4e|\d{4}\/[a-z0-9-]+/g;

function splitSources(sources: string): string[] {
  return sources.match(VIDEO) ?? [sources];
}

/** Groups videos: those that occur together in a pair belong to one group. */
function groupVideos(pairs: readonly string[][]): Map<string, string> {
  const groups = new Map<string, string>();
  for (const videos of pairs) {
    const joined = new Set(videos.map((video) => groups.get(video) ?? video));
    const [name = ''] = joined;
    for (const video of videos) groups.set(video, name);
    for (const [video, group] of groups) if (joined.has(group)) groups.set(video, name);
  }
  return groups;
}
