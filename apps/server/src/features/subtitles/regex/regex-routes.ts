import { formatPosition, subtitles } from '@sayback/contract';
import { notFound } from '../../../errors/app-error.ts';
import type { Router } from '../../../http/serve.ts';
import type { Deps } from '../deps.ts';
import {
  changeDraft,
  findRevisionWithDraft,
  type RevisionWithDraft,
  saveEdited,
} from '../revisions/edit-draft.ts';
import { NO_REVISION, revisionStore } from '../revisions/revision-store.ts';
import { patternStore } from './pattern-store.ts';
import { previewMatches } from './preview-matches.ts';

const describeSegments = ({ segments, modified }: RevisionWithDraft): subtitles.RevisionSegment[] =>
  segments.map(({ start, end, text }, position) => ({
    index: position + 1,
    start: formatPosition(start),
    end: formatPosition(end),
    original: text,
    modified: modified[position + 1] ?? text,
  }));

export function regexRoutes({ serve }: Router, deps: Deps): void {
  const { db } = deps;
  const patterns = patternStore(db);

  serve(subtitles.listRegexSegments, async ({ params }) => ({
    segments: describeSegments(await findRevisionWithDraft(db, params.id)),
  }));

  serve(subtitles.previewRegex, async ({ params, body }) => {
    const segments = describeSegments(await findRevisionWithDraft(db, params.id));
    return { segments: await previewMatches(deps.engine, segments, body) };
  });

  serve(subtitles.applyRegexChanges, async ({ params, body }) => ({
    segments: describeSegments(await changeDraft(db, params.id, body.segments)),
  }));

  serve(subtitles.saveEditedSubtitle, ({ params, body, viewer }) =>
    saveEdited(deps, params.id, body.segments, viewer.id),
  );

  serve(subtitles.resetDraft, async ({ params }) => {
    const store = revisionStore(db);
    if (!(await store.find(params.id))) throw notFound(NO_REVISION);
    await store.deleteDraft(params.id);
    return { segments: describeSegments(await findRevisionWithDraft(db, params.id)) };
  });

  serve(subtitles.listPatterns, () => patterns.list());

  serve(subtitles.savePattern, ({ body }) => patterns.save(body));

  serve(subtitles.deletePattern, async ({ params }) => {
    if (!(await patterns.remove(params.id))) throw notFound('regex.noPattern');
  });
}
