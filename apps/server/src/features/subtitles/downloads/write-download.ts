import { formatPosition, type subtitles } from '@sayback/contract';
import { SUBTITLE_FORMATS } from '@sayback/contract/subtitle-formats';
import { type Cue, type WrittenFormat, writtenFormats } from '@sayback/subtitles';
import type { Engine } from '../../../engine/engine.ts';
import type { Database } from '../../../platform/database/database.ts';
import { sanitizeFileName } from './file-name.ts';
import { type DownloadSegments, findCues, findSegments, type SegmentDownload } from './find-segments.ts';

export type WrittenText = { file_name: string; type: string; content: string };

type TextDownload =
  | Extract<subtitles.Download, { of: 'subtitle' }>
  | (SegmentDownload & { format: Exclude<SegmentDownload['format'], 'apkg'> });

export const isText = (download: subtitles.Download): download is TextDownload =>
  download.of !== 'video' && download.format !== 'apkg';

const FORMATS = {
  srt: { extension: 'srt', type: 'application/x-subrip' },
  vtt: { extension: 'vtt', type: 'text/vtt' },
  ass: { extension: 'ass', type: SUBTITLE_FORMATS.ass.mediaType },
  ttml: { extension: 'ttml', type: SUBTITLE_FORMATS.ttml.mediaType },
  'bilingual-srt': { extension: 'srt', type: 'application/x-subrip' },
  csv: { extension: 'csv', type: 'text/csv' },
  tsv: { extension: 'tsv', type: 'text/tab-separated-values' },
} as const;

/** Creates bilingual cues: the original's lines, with the target's below. */
const createBilingualCues = ({ segments }: DownloadSegments): Cue[] =>
  segments.map(({ start, end, text_original, text_target }, index) => ({
    index: index + 1,
    start,
    end,
    text: [text_original, text_target].filter((text) => text.trim() !== '').join('\n'),
  }));

/** Name of a segment's audio file, the same in tables and in decks. */
export const audioName = (subtitleId: number, key: number | string) => `sayback-${subtitleId}-${key}.mp3`;

export const formatTimes = ({ start, end }: { start: number; end: number }) =>
  `${formatPosition(start)} – ${formatPosition(end)}`;

/** Creates flashcards: translation on the front, original on the back. Skips segments that lack one of the texts. */
export const createCards = ({ segments, subtitle_id, video }: DownloadSegments) =>
  segments.flatMap((segment, index) => {
    const { text_original: back, text_target: front } = segment;
    if (front.trim() === '' || back.trim() === '') return [];
    const key = segment.id ?? `${index + 1}`;
    const audio = video.media_key && audioName(subtitle_id, key);
    return [{ segment, key, front, back, times: formatTimes(segment), audio }];
  });

const writeCues = (
  engine: Engine,
  { cues, language }: { cues: Cue[]; language: string },
  format: WrittenFormat | 'csv',
): Promise<string> =>
  format === 'csv' ? engine.run('writeCueCsv', cues) : engine.run('writeCues', { cues, format, language });

async function writeSegments(
  engine: Engine,
  source: DownloadSegments,
  format: keyof typeof FORMATS,
): Promise<string> {
  if (format === 'csv' && source.kind === 'alignment') return engine.run('writeCsv', source.segments);
  if (format === 'tsv') {
    const cards = createCards(source).map(({ front, back, times, audio }) => ({
      front,
      back,
      times,
      audio: audio ? `[sound:${audio}]` : '',
    }));
    return engine.run('writeTsv', cards);
  }
  if (format === 'bilingual-srt')
    return engine.run('writeCues', { cues: createBilingualCues(source), format: 'srt' });
  return writeCues(engine, source, format);
}

/** Writes a download as text. Throws a 404, and a 409 for an unsupported format. */
export async function writeDownload(
  { db, engine }: { db: Database; engine: Engine },
  download: TextDownload,
): Promise<WrittenText> {
  const { extension, type } = FORMATS[download.format];
  if (download.of === 'subtitle') {
    const { video, language, cues } = await findCues(db, download.id);
    const file_name = `${sanitizeFileName(video.title)}.${language}.${extension}`;
    return { file_name, type, content: await writeCues(engine, { cues, language }, download.format) };
  }
  const source = await findSegments(db, download);
  const languages =
    source.kind === 'file' || writtenFormats.some((format) => format === download.format)
      ? source.language
      : `${source.original_language}-${source.language}`;
  const revision = download.of === 'revision' ? `.revision-${download.id}` : '';
  return {
    file_name: `${sanitizeFileName(source.video.title)}.${languages}${revision}.${extension}`,
    type,
    content: await writeSegments(engine, source, download.format),
  };
}
