import { useTranslation } from 'react-i18next';
import { LeaveGuard } from '../../../ui/leave-guard.tsx';
import type { Editor } from './model/editor.ts';
import { useEditorState } from './use-editor.ts';

/** Asks before the page is left with rows that are not saved. Turning its pages is not leaving. */
export function EditorLeaveGuard({ editor }: { editor: Editor }) {
  const { t } = useTranslation();
  const count = useEditorState(editor, ({ unsaved }) => unsaved.size);
  return (
    <LeaveGuard
      isAsking={count > 0}
      title={t('editor.leaveTitle')}
      text={t('editor.leaveText', { count })}
      confirmLabel={t('editor.leave')}
    />
  );
}
