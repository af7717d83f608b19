import { useMemo } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import { useEditorDocument } from '../editor-document.ts';
import { isUnreviewed } from '../model/row-state.ts';
import type { Segment } from '../model/unsaved.ts';
import type { View } from '../table/use-view.ts';
import { useEditorState } from '../use-editor.ts';
import classes from './file-progress.module.css';

const getCounts = (segments: readonly Segment[]) => ({
  mismatches: segments.filter(({ mismatch }) => mismatch).length,
  approved: segments.filter(({ approved }) => approved).length,
  unreviewed: segments.filter(isUnreviewed).length,
});

/** Number of rows shown, the state of their translations, and unsaved changes. */
export function FileProgress({ view }: { view: View }) {
  const { t } = useTranslation();
  const { editor } = useEditorDocument();
  const unsaved = useEditorState(editor, (state) => state.unsaved.size);
  const segments = useEditorState(editor, (state) => state.segments);
  const { mismatches, approved, unreviewed } = useMemo(() => getCounts(segments), [segments]);
  const total = segments.length;
  const isWhole = view.filter === 'all' && view.query === '';
  return (
    <div className={classes.progress}>
      <output>
        <span>
          {isWhole
            ? t('editor.count', { count: total })
            : t('editor.found', { count: view.positions.length, total })}
          {' · '}
          {t('editor.mismatchCount', { count: mismatches })}
        </span>
        {unreviewed > 0 && <span>{` · ${t('rowState.machineCount', { count: unreviewed })}`}</span>}
      </output>
      <p>
        <span className={classes.state} role="status" data-waiting={unsaved > 0 || undefined}>
          {unsaved > 0 ? t('editor.unsavedCount', { count: unsaved }) : t('editor.allSaved')}
        </span>
        {approved > 0 && <span>{t('rowState.approvedCount', { count: approved, total })}</span>}
      </p>
    </div>
  );
}
