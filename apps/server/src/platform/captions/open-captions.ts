import { videos } from '@sayback/contract';
import { findVersion, modernCode, versionKeys } from '@sayback/subtitles';
import { LRUCache } from 'lru-cache';
import type { Database } from '../database/database.ts';
import { CaptionError, canTryAnotherSource } from './caption-error.ts';
import type { CaptionSource, Captions, CaptionTrack, SourceTrack } from './captions.ts';
import { openGate } from './gate.ts';
import { openInnertube } from './innertube.ts';
import { openYtDlp } from './yt-dlp.ts';

export type CaptionSettings = {
  sources: readonly CaptionSource['name'][];
  /** YouTube's origin, for innertube. */
  url: string;
  gapMs: number;
  timeoutMs: number;
  circuitMs: number;
  proxyUrl: string | null;
  cookiesFile: string | null;
  ytDlpPath: string;
};

type Deps = {
  db: Pick<Database, 'execute'>;
  /** Converts captions to WebVTT in another thread; null if there is no cue. */
  readCaptions: (text: string) => Promise<string | null>;
};

/** A turn lasts for the timeout of its work plus this margin. */
const MARGIN_MS = 5000;
/** Cache time of a list: signed URLs last for hours, so a download shortly afterwards needs no second request. */
const CACHE_MS = 5 * 60_000;

type ListedTrack = CaptionTrack & { source: SourceTrack };

/** Opens YouTube captions from the configured sources, in order, through the queue that all servers share. */
export function openCaptions(settings: CaptionSettings, deps: Deps): Captions {
  const sources = settings.sources.map((name) =>
    name === 'innertube' ? openInnertube(settings) : openYtDlp({ ...settings, path: settings.ytDlpPath }),
  );
  return createCaptions(sources, settings, deps);
}

export function createCaptions(
  sources: readonly CaptionSource[],
  pace: { gapMs: number; circuitMs: number },
  { db, readCaptions }: Deps,
): Captions {
  const gate = openGate(db, pace);
  const cache = new LRUCache<string, ListedTrack[]>({ max: 200, ttl: CACHE_MS });

  async function list(source: CaptionSource, youtubeId: string, signal: AbortSignal): Promise<ListedTrack[]> {
    const listed = await gate.enter(source.maxMs + MARGIN_MS, signal, () => source.list(youtubeId, signal));
    const keys = versionKeys(listed);
    const tracks = listed.map((track, index) => ({
      language: modernCode(track.language),
      kind: track.kind,
      ...(track.name && { name: track.name }),
      version_key: keys[index] ?? '',
      source: track,
    }));
    cache.set(`${source.name} ${youtubeId}`, tracks);
    return tracks;
  }

  /** Tries the sources in order. Continues only after errors that another source might not have. */
  async function firstSuccess<Result>(
    signal: AbortSignal,
    request: (source: CaptionSource) => Promise<Result>,
  ): Promise<Result> {
    let firstError: unknown = null;
    for (const source of sources) {
      try {
        return await request(source);
      } catch (error) {
        if (signal.aborted || !(error instanceof CaptionError)) throw error;
        // A source that isn't installed doesn't replace an earlier error.
        if (firstError === null || error.kind !== 'not-installed') firstError = error;
        if (!canTryAnotherSource(error)) break;
      }
    }
    throw firstError;
  }

  async function fetchFrom(source: CaptionSource, youtubeId: string, key: string, signal: AbortSignal) {
    const known = cache.get(`${source.name} ${youtubeId}`);
    const attempt = async (tracks: ListedTrack[]) => {
      const track = findVersion(tracks, key);
      if (!track) throw new CaptionError(tracks.length === 0 ? 'no-captions' : 'track-gone');
      const text = await gate.enter(source.maxMs + MARGIN_MS, signal, () =>
        source.fetch(youtubeId, track.source, signal),
      );
      const vtt = await readCaptions(text);
      if (vtt === null) throw new CaptionError('bad-payload', { details: 'no cues' });
      return vtt;
    };
    if (!known) return attempt(await list(source, youtubeId, signal));
    try {
      return await attempt(known);
    } catch (error) {
      const isStale =
        error instanceof CaptionError && ['track-gone', 'no-captions', 'empty-body'].includes(error.kind);
      if (!isStale) throw error;
      // The URL has expired, or the list has changed.
      return attempt(await list(source, youtubeId, signal));
    }
  }

  const requireYouTubeId = (youtubeId: string) => {
    if (!videos.YOUTUBE_ID.test(youtubeId)) throw new CaptionError('not-found');
  };
  const never = new AbortController().signal;

  return {
    async listTracks(youtubeId, signal = never) {
      requireYouTubeId(youtubeId);
      const tracks = await firstSuccess(signal, (source) => list(source, youtubeId, signal));
      return tracks.map(({ source: _, ...track }) => track);
    },
    async fetchTrack(youtubeId, { version_key }, signal = never) {
      requireYouTubeId(youtubeId);
      return firstSuccess(signal, (source) => fetchFrom(source, youtubeId, version_key, signal));
    },
    state: gate.state,
    async closeCircuit() {
      await gate.closeCircuit();
      return gate.state();
    },
  };
}
