import type { candidates } from '@sayback/contract';
import type { z } from 'zod';

/** A subtitle on YouTube, in the form that may be stored. Its URL is signed and expires, and stays in the adapter. */
export type CaptionTrack = z.output<typeof candidates.availableSubtitle>;

export type CaptionsState = {
  circuit: 'closed' | 'open';
  /** Reason why the circuit is open; empty while it is closed. */
  reason: string;
  /** Time at which it closes by itself. */
  reopens_at: Date | null;
  /** Number of this server's waiting requests. */
  waiting: number;
};

/** YouTube's captions, from any source. Every method throws a `CaptionError`, or the signal's reason. */
export type Captions = {
  /** Lists the subtitles of a playable video; an empty list if there are none, never an error. */
  listTracks: (youtubeId: string, signal?: AbortSignal) => Promise<CaptionTrack[]>;
  /** Fetches a subtitle by its version key, as WebVTT with every line once. */
  fetchTrack: (
    youtubeId: string,
    track: Pick<CaptionTrack, 'version_key'>,
    signal?: AbortSignal,
  ) => Promise<string>;
  state: () => Promise<CaptionsState>;
  /** Closes the circuit breaker before it does so by itself. */
  closeCircuit: () => Promise<CaptionsState>;
};

/** A subtitle in a source. `handle` is the source's own id for fetching it. */
export type SourceTrack = {
  language: string;
  kind: 'manual' | 'auto';
  name: string;
  suffix: string;
  handle: string;
};

/** A source of captions: each of its calls is one request in the queue. */
export type CaptionSource = {
  name: 'innertube' | 'yt-dlp';
  maxMs: number;
  list: (youtubeId: string, signal: AbortSignal) => Promise<SourceTrack[]>;
  /** Fetches the text as YouTube serves it. */
  fetch: (youtubeId: string, track: SourceTrack, signal: AbortSignal) => Promise<string>;
};
