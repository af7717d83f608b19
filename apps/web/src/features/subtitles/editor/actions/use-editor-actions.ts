import type { subtitles } from '@sayback/contract';
import { useEffectEvent, useMemo, useState } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import { useEditorDocument } from '../editor-document.ts';
import type { PageState } from './action-deps.ts';
import { createBulkActions } from './bulk-actions.ts';
import { createDoubtfulActions } from './doubtful-actions.ts';
import { createHistoryActions, createRowActions } from './row-actions.ts';
import { createSaveActions } from './save-actions.ts';
import { createTranslationActions } from './translation-actions.ts';
import { useUndoOffer } from './use-undo-offer.ts';

export type EditorActions = ReturnType<typeof useEditorActions>['actions'];

/** Returns the editor's actions, and the last translations by segment id. */
export function useEditorActions(pageState: PageState) {
  const { editor, alignment } = useEditorDocument();
  const { t } = useTranslation();
  const page = useEffectEvent(() => pageState);
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
      ...createSaveActions(deps),
      ...createRowActions(deps),
      ...createBulkActions(deps),
      ...createDoubtfulActions({ ...deps, alignmentId: alignment.id }),
      ...createTranslationActions(deps, (id, translation) =>
        setTranslations((previous) => new Map(previous).set(id, translation)),
      ),
    };
  }, [editor, alignment.id, undoOffer, t]);
  return { actions, translations };
}
