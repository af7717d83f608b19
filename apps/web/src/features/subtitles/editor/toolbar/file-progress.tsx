import { useMemo } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import { useEditorDocument } from '../editor-document.ts';
import { isUnreviewed } from '../model/row-state.ts';
import type { Segment } from '../model/unsaved.ts';
import type { View } from '../table/use-view.ts';
import { useEditorState } from '../use-editor-state.ts';
import classes from './file-progress.module.css';

const countStates = (segments: readonly Segment[]) => ({
  mismatches: segments.filter(({ mismatch }) => mismatch).length,
  approved: segments.filter(({ approved }) => approved).length,
  unreviewed: segments.filter(isUnreviewed).length,
});

/** Shows the number of rows, the state of their translations, and the number of unsaved rows. */
export function FileProgress({ view }: { view: View }) {
  const { t } = useTranslation();
  const { editor } = useEditorDocument();
  const unsavedCount = useEditorState(editor, (state) => state.unsaved.size);
  const segments = useEditorState(editor, (state) => state.segments);
  const { mismatches, approved, unreviewed } = useMemo(() => countStates(segments), [segments]);
  const total = segments.length;
  const isUnfiltered = view.filter === 'all' && view.query === '';
  return (
    <div className={classes.progress}>
      <output>
        <span>
          {isUnfiltered
            ? t('editor.count', { count: total })
            : t('editor.foundCount', { count: view.positions.length, total })}
          {' · '}
          {t('editor.mismatchCount', { count: mismatches })}
        </span>
        {unreviewed > 0 && <span>{` · ${t('rowState.machineCount', { count: unreviewed })}`}</span>}
      </output>
      <p>
        <span className={classes.state} role="status" data-waiting={unsavedCount > 0 || undefined}>
          {unsavedCount > 0 ? t('editor.unsavedCount', { count: unsavedCount }) : t('editor.allSaved')}
        </span>
        {approved > 0 && <span>{t('rowState.approvedCount', { count: approved, total })}</span>}
      </p>
    </div>
  );
}
