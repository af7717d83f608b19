import type { subtitles } from '@sayback/contract';
import { useEffectEvent, useMemo, useState } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import { useEditorDocument } from '../editor-document.ts';
import type { PageNow } from './action-deps.ts';
import { createBulkActions } from './bulk.ts';
import { createDoubtfulActions } from './find-doubtful.ts';
import { createHistoryActions, createRowActions } from './rows.ts';
import { createSaving } from './saving.ts';
import { createTranslationActions } from './translation.ts';
import { useUndoOffer } from './use-undo-offer.ts';

export type EditorActions = ReturnType<typeof useEditorActions>['actions'];

/** The editor's actions, each with its message, and the last translations by segment. */
export function useEditorActions(pageNow: PageNow) {
  const { editor, alignment } = useEditorDocument();
  const { t } = useTranslation();
  const page = useEffectEvent(() => pageNow);
  const undoOffer = useUndoOffer();
  const [translations, setTranslations] = useState<ReadonlyMap<number, subtitles.Translation>>(new Map());

  const actions = useMemo(() => {
    const history = createHistoryActions({ editor, t, page });
    const offerUndo = (message: string, key: number | undefined) => {
      if (key !== undefined) undoOffer.show(message, key, () => void history.undo(key));
    };
    const deps = { editor, t, page, offerUndo };
    return {
      ...history,
      ...createSaving(deps),
      ...createRowActions(deps),
      ...createBulkActions(deps),
      ...createDoubtfulActions({ ...deps, alignmentId: alignment.id }),
      ...createTranslationActions(deps, (id, translation) =>
        setTranslations((existing) => new Map(existing).set(id, translation)),
      ),
    };
  }, [editor, alignment.id, undoOffer, t]);
  return { actions, translations };
}
