import { formatPosition, subtitles } from '@sayback/contract';
import { mustExist, notFound } from '../../../errors/app-error.ts';
import type { Router } from '../../../http/serve.ts';
import { alignmentStore, NO_ALIGNMENT } from '../alignment/alignment-store.ts';
import type { Deps } from '../deps.ts';
import { describeSubtitle } from '../tracks/describe-subtitle.ts';
import { NO_SUBTITLE, subtitleStore } from '../tracks/subtitle-store.ts';
import { restoreRevision } from '../trash/restore-revision.ts';
import { applyRevision } from './apply-revision.ts';
import { deleteRevision, findRevisionWithDraft } from './edit-draft.ts';
import { NO_REVISION, type RevisionOrigin, type RevisionRow, revisionStore } from './revision-store.ts';

const describeRevision = (row: RevisionRow): subtitles.Revision => ({
  id: row.id,
  subtitle_id: row.subtitle_id,
  kind: row.kind,
  reason: row.reason,
  note: row.note,
  created_by: row.created_by,
  created_at: row.created_at.toISOString(),
  segment_count: row.segment_count,
  has_draft: row.has_draft,
  is_last_applied: row.is_last_applied,
});

export function revisionRoutes({ serve }: Router, deps: Deps): void {
  const { db } = deps;
  const store = revisionStore(db);

  serve(subtitles.listRevisions, async ({ params }) => {
    if (!(await subtitleStore(db).find(params.id))) throw notFound(NO_SUBTITLE);
    return (await store.listForSubtitle(params.id)).map(describeRevision);
  });

  serve(subtitles.getRevision, async ({ params }) => {
    const row = mustExist(await store.find(params.id), NO_REVISION);
    const { video_id, video_title, language, alignment_id } = row;
    return { ...describeRevision(row), video_id, video_title, language, alignment_id };
  });

  serve(subtitles.listRevisionSegments, async ({ params }) => {
    const { segments, modified } = await findRevisionWithDraft(db, params.id);
    return segments.map(({ start, end, text, text_original, mismatch, label }, position) => ({
      index: position + 1,
      start: formatPosition(start),
      end: formatPosition(end),
      original: text,
      modified: modified[position + 1] ?? text,
      text_original,
      mismatch,
      label,
    }));
  });

  serve(subtitles.saveRevision, async ({ params, body, viewer }) => {
    const origin: RevisionOrigin = { reason: 'saved', note: body.note, created_by: viewer.id };
    return db.transaction(async (transaction) => {
      mustExist(await alignmentStore(transaction).lockForRevision(params.id), NO_ALIGNMENT);
      return { revision_id: await revisionStore(transaction).saveAlignment(params.id, origin) };
    });
  });

  serve(subtitles.applyRevision, async ({ params, body, viewer }) => {
    const { saved_revision_id, subtitle } = await applyRevision(deps, params.id, {
      note: body.note,
      created_by: viewer.id,
    });
    return { saved_revision_id, subtitle: describeSubtitle(subtitle) };
  });

  serve(subtitles.deleteRevision, ({ params }) => deleteRevision(db, params.id));

  serve(subtitles.restoreRevision, async ({ params }) =>
    describeRevision(await restoreRevision(db, params.id)),
  );
}
