/**
 * Subtitle formats that can be uploaded. `packages/subtitles/src/formats.ts` has a reader for each. The first extension is the
 * most common one.
 */
export const SUBTITLE_FORMATS = {
  srt: { extensions: ['srt'], mediaType: 'application/x-subrip' },
  vtt: { extensions: ['vtt'], mediaType: 'text/vtt' },
  ass: { extensions: ['ass', 'ssa'], mediaType: 'text/x-ssa' },
  ttml: { extensions: ['ttml', 'dfxp', 'xml'], mediaType: 'application/ttml+xml' },
  stl: { extensions: ['stl'], mediaType: 'application/x-ebu-stl' },
  scc: { extensions: ['scc'], mediaType: 'text/x-scc' },
  sub: { extensions: ['sub'], mediaType: 'text/x-microdvd' },
  sbv: { extensions: ['sbv'], mediaType: 'text/x-subviewer' },
  lrc: { extensions: ['lrc'], mediaType: 'application/x-lrc' },
  txt: { extensions: ['txt'], mediaType: 'text/plain' },
} as const;

export type SubtitleFormat = keyof typeof SUBTITLE_FORMATS;

export const subtitleFormats = Object.keys(SUBTITLE_FORMATS) as [SubtitleFormat, ...SubtitleFormat[]];

export const subtitleExtensions: readonly string[] = Object.values(SUBTITLE_FORMATS).flatMap(
  ({ extensions }) => extensions,
);
