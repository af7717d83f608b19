import type { candidates } from '@sayback/contract';
import type { z } from 'zod';

/** A subtitle on YouTube. It has no URL, since YouTube's signed URLs expire. */
export type CaptionTrack = z.output<typeof candidates.availableSubtitle>;

export type CaptionsState = {
  circuit: 'closed' | 'open';
  /** Reason why the circuit is open; empty while it is closed. */
  reason: string;
  /** Time at which it closes automatically. */
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
  /** Closes the circuit breaker early. */
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

/** A source of captions. Each call takes one turn in the queue. */
export type CaptionSource = {
  name: 'innertube' | 'yt-dlp';
  maxMs: number;
  list: (youtubeId: string, signal: AbortSignal) => Promise<SourceTrack[]>;
  /** Fetches the text as YouTube serves it. */
  fetch: (youtubeId: string, track: SourceTrack, signal: AbortSignal) => Promise<string>;
};
