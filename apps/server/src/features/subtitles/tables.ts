import { subtitles as contract, subtitleFormats } from '@sayback/contract';
import type { Cue } from '@sayback/subtitles';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, real, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytewiseText, id, instant, int8 } from '../../platform/database/columns.ts';
import { createdBy, userId } from '../accounts/index.ts';
import { videoId } from '../videos/index.ts';

const reference = () => int8().notNull();

export const subtitles = pgTable(
  'subtitles',
  {
    id: id(),
    video_id: videoId(),
    language: text().notNull(),
    /** All cues in one value, since they are only read and replaced together. */
    cues: jsonb().$type<Cue[]>().notNull(),
    cue_count: integer().notNull(),
    uploaded_at: instant().notNull().defaultNow(),
    /** Not a foreign key, since revisions are defined after subtitles. That revision can't be deleted. */
    last_applied_revision_id: int8(),
  },
  (table) => [uniqueIndex('subtitles_video_language').on(table.video_id, table.language)],
);

export const stored_files = pgTable(
  'stored_files',
  {
    id: id(),
    subtitle_id: reference().references(() => subtitles.id, { onDelete: 'cascade' }),
    file_name: text().notNull(),
    format: text({ enum: subtitleFormats }).notNull(),
    /** Encoding of the uploaded file; `content` is decoded. */
    encoding: text().notNull(),
    content: text().notNull(),
    protected: boolean().notNull().default(false),
    uploaded_at: instant().notNull().defaultNow(),
    created_by: createdBy(),
  },
  (table) => [index('stored_files_subtitle_id').on(table.subtitle_id)],
);

export const alignments = pgTable(
  'alignments',
  {
    id: id(),
    subtitle_id: reference().references(() => subtitles.id, { onDelete: 'cascade' }),
    needs_realign: boolean().notNull().default(false),
    /** Updated with every change of the segments, so that lists needn't count them. */
    segment_count: integer().notNull(),
    mismatch_count: integer().notNull(),
    /**
     * Number of segments with a text in the target language. Updated by triggers on segments, since the previous release doesn't
     * update it.
     */
    translated_count: integer().notNull().default(0),
    created_at: instant().notNull().defaultNow(),
    /** Time when the `cut_proposals` were created. */
    cuts_fitted_at: instant(),
    /** Digest of the segments after their cuts were moved; null before. It differs once anything else changes a segment. */
    cuts_digest: text(),
  },
  (table) => [uniqueIndex('alignments_subtitle_id').on(table.subtitle_id)],
);

export const segments = pgTable(
  'segments',
  {
    id: id(),
    alignment_id: reference().references(() => alignments.id, { onDelete: 'cascade' }),
    /** Fractional index: there is always one between two others, so an insertion doesn't update other rows. */
    position: bytewiseText().notNull(),
    /** Milliseconds. 64 bits, since uploaded files can contain huge times. */
    start_ms: int8().notNull(),
    end_ms: int8().notNull(),
    text_original: text().notNull(),
    text_target: text().notNull(),
    mismatch: boolean().notNull(),
    label: text().notNull(),
    /** The aligner's confidence, 0 to 1. */
    confidence: real().notNull(),
    version: integer().notNull().default(1),
    edited: boolean().notNull().default(false),
    /** Origin of the target text: a file, a translation service, an approved translation, or an editor. */
    origin: text({ enum: contract.SEGMENT_ORIGINS }).notNull().default('file'),
    /** True if an editor approved the segment. */
    approved: boolean().notNull().default(false),
    /**
     * Digest of the aligned cues and, after a point, of only their texts; null for an inserted segment. After a space, digests of
     * neighbours that were deleted or merged into it. When realigning, segments with the same digests keep their edits.
     */
    aligned_digest: text(),
  },
  (table) => [
    uniqueIndex('segments_position').on(table.alignment_id, table.position),
    index('segments_start').on(table.alignment_id, table.start_ms),
    index('segments_mismatch').on(table.alignment_id, table.position).where(sql`${table.mismatch}`),
  ],
);

type Segment = typeof segments.$inferSelect;
type Renamed = 'start_ms' | 'end_ms' | 'text_target';
type Omitted = 'alignment_id' | 'position' | 'version';

/** A segment in a revision, with times in milliseconds. `text` is in the language of the revision's subtitle. */
export type RevisionSegment = {
  start: number;
  end: number;
  text: string;
  /** Cue markup, in a file's revision. */
  markup?: Cue['markup'];
  /** `text_original`, in the spoken language, is empty in a file's revision. */
} & Pick<Segment, 'text_original' | 'mismatch' | 'label'> &
  /** Other columns, in an alignment's revision. */
  Partial<Omit<Segment, Renamed | Omitted>>;

/** Immutable: rows are only read or deleted. */
export const revisions = pgTable(
  'revisions',
  {
    id: id(),
    subtitle_id: reference().references(() => subtitles.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['alignment', 'file'] }).notNull(),
    /** Stored file that a file's revision was opened from or written to. */
    stored_file_id: int8().references(() => stored_files.id, { onDelete: 'set null' }),
    reason: text({ enum: contract.REVISION_REASONS }).notNull(),
    note: text().notNull().default(''),
    segments: jsonb().$type<RevisionSegment[]>().notNull(),
    segment_count: integer().notNull(),
    created_by: createdBy(),
    created_at: instant().notNull().defaultNow(),
  },
  (table) => [
    index('revisions_subtitle_id').on(table.subtitle_id, table.id),
    index('revisions_stored_file_id').on(table.stored_file_id),
  ],
);

/** Edited texts of a revision, by the segment's index from 1. */
export const drafts = pgTable('drafts', {
  revision_id: int8()
    .primaryKey()
    .references(() => revisions.id, { onDelete: 'cascade' }),
  modified: jsonb().$type<Record<string, string>>().notNull(),
  updated_at: instant().notNull().defaultNow(),
});

const TRASH_KINDS = ['subtitle', 'revision', 'file'] as const;
export type TrashKind = (typeof TRASH_KINDS)[number];

/** Deleted items, which can be restored until they are purged. Their rows are in `trashed_rows`. */
export const trash = pgTable(
  'trash',
  {
    id: id(),
    kind: text({ enum: TRASH_KINDS }).notNull(),
    /** The item's previous id, which a restore reuses. */
    thing_id: reference(),
    video_id: videoId(),
    subtitle_id: reference(),
    language: text().notNull(),
    /** The video's spoken language at the time of deletion. */
    original_language: text().notNull(),
    /** True if its alignment was the video's latest. */
    was_latest: boolean().notNull().default(false),
    /** Ids of other rows that the deletion changed: alignments marked for realigning, or revisions of the file. */
    touched_ids: jsonb().$type<number[]>().notNull(),
    trashed_at: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('trash_thing').on(table.kind, table.thing_id),
    index('trash_video_id').on(table.video_id),
    index('trash_trashed_at').on(table.trashed_at),
  ],
);

/** Rows of deleted items. In a separate table, so that queries needn't exclude them and unique values can be reused. */
export const trashed_rows = pgTable(
  'trashed_rows',
  {
    trash_id: reference().references(() => trash.id, { onDelete: 'cascade' }),
    table_name: text().notNull(),
    content: jsonb().notNull(),
  },
  (table) => [index('trashed_rows_trash_id').on(table.trash_id, table.table_name)],
);

export const regex_patterns = pgTable(
  'regex_patterns',
  {
    id: id(),
    name: text().notNull(),
    regex: text().notNull(),
    replacement: text(),
    transform: text({ enum: ['uppercase', 'lowercase'] }),
    ignore_case: boolean().notNull(),
  },
  (table) => [uniqueIndex('regex_patterns_name').on(table.name)],
);

export const translation_memory = pgTable(
  'translation_memory',
  {
    id: id(),
    source_language: text().notNull(),
    target_language: text().notNull(),
    /** SHA-256 of the text, ignoring case and spacing. Texts can be too long for an index. */
    text_digest: text().notNull(),
    text_original: text().notNull(),
    text_target: text().notNull(),
    approved_at: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('translation_memory_text').on(
      table.source_language,
      table.target_language,
      table.text_digest,
    ),
  ],
);

export const glossary_terms = pgTable(
  'glossary_terms',
  {
    id: id(),
    source_language: text().notNull(),
    target_language: text().notNull(),
    term: text().notNull(),
    translation: text().notNull(),
  },
  (table) => [
    uniqueIndex('glossary_terms_term').on(table.source_language, table.target_language, table.term),
  ],
);

/** Learners' reports about lines. Matched by start and text, since segment ids change. */
export const line_reports = pgTable(
  'line_reports',
  {
    id: id(),
    user_id: userId(),
    video_id: videoId(),
    alignment_id: int8().references(() => alignments.id, { onDelete: 'set null' }),
    /** The segment's times when it was reported: a nudge no longer counts for an end that has moved since. */
    start_ms: reference(),
    end_ms: reference(),
    text_hash: reference(),
    /** Start of the line's text, to show to the reporter. */
    text: text().notNull(),
    kind: text({ enum: contract.REPORT_KINDS }).notNull(),
    nudge_start_ms: integer(),
    nudge_end_ms: integer(),
    state: text({ enum: ['open', 'fixed', 'declined'] })
      .notNull()
      .default('open'),
    created_at: instant().notNull().defaultNow(),
    resolved_at: instant(),
  },
  (table) => [
    uniqueIndex('line_reports_open')
      .on(table.user_id, table.video_id, table.text_hash, table.start_ms, table.kind)
      .where(sql`${table.state} = 'open'`),
    index('line_reports_video_id').on(table.video_id),
    // Covers the columns that the curator's queue reads, in the order of its query.
    index('line_reports_lines')
      .on(
        table.video_id,
        table.text_hash,
        table.start_ms,
        table.user_id,
        table.created_at.desc().nullsFirst(),
        table.end_ms,
        table.kind,
        table.alignment_id,
        table.nudge_start_ms,
        table.nudge_end_ms,
      )
      .where(sql`${table.state} = 'open'`),
    index('line_reports_user_id').on(table.user_id, table.id),
  ],
);

/** Proposed times from the speech profile, for segments whose cuts don't match it. */
export const cut_proposals = pgTable(
  'cut_proposals',
  {
    segment_id: int8()
      .primaryKey()
      .references(() => segments.id, { onDelete: 'cascade' }),
    alignment_id: reference().references(() => alignments.id, { onDelete: 'cascade' }),
    start_ms: reference(),
    end_ms: reference(),
    is_sure: boolean().notNull(),
    /** Null in rows of the previous release, which doesn't write it. */
    is_likely: boolean(),
    /** The segment's times when the proposal was created. It is outdated if they have changed. */
    from_start_ms: reference(),
    from_end_ms: reference(),
  },
  (table) => [index('cut_proposals_alignment_id').on(table.alignment_id)],
);
