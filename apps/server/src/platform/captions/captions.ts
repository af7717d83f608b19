import type { candidates } from '@sayback/contract';
import type { z } from 'zod';

/** A subtitle that YouTube has: what may be stored. Its URL is signed and expires, and is kept to the adapter. */
export type CaptionTrack = z.output<typeof candidates.availableSubtitle>;

export type CaptionsState = {
  circuit: 'closed' | 'open';
  /** Reason why the circuit is open; empty while it is closed. */
  reason: string;
  /** Time at which it closes by itself. */
  reopens_at: Date | null;
  /** Requests of this server that wait for their turn. */
  waiting: number;
};

/** YouTube's captions, whichever way they are had. Every method throws a `CaptionError`, or the signal's reason. */
export type Captions = {
  /** The subtitles of a video that can be played; none is an empty list, never an error. */
  listTracks: (youtubeId: string, signal?: AbortSignal) => Promise<CaptionTrack[]>;
  /** One of them by its version key, as WebVTT whose cues are clean: every line once. */
  fetchTrack: (
    youtubeId: string,
    track: Pick<CaptionTrack, 'version_key'>,
    signal?: AbortSignal,
  ) => Promise<string>;
  state: () => Promise<CaptionsState>;
  /** Tries again before the circuit closes by itself. */
  closeCircuit: () => Promise<CaptionsState>;
};

/** A subtitle as a source knows it. `handle` is what the source fetches it by. */
export type SourceTrack = {
  language: string;
  kind: 'manual' | 'auto';
  name: string;
  suffix: string;
  handle: string;
};

/** A way to have captions: each of its calls is one request in the queue. */
export type CaptionSource = {
  name: 'innertube' | 'yt-dlp';
  longestMs: number;
  list: (youtubeId: string, signal: AbortSignal) => Promise<SourceTrack[]>;
  /** The text as YouTube serves it. */
  fetch: (youtubeId: string, track: SourceTrack, signal: AbortSignal) => Promise<string>;
};
