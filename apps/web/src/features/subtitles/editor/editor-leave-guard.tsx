import { useTranslation } from '../../../locales/translation.ts';
import { LeaveGuard } from '../../../ui/dialog/leave-guard.tsx';
import { useEditorDocument } from './editor-document.ts';
import { useEditorState } from './use-editor-state.ts';

/** Maximum wait for saves in flight before leaving, in milliseconds. */
const SAVE_TIMEOUT_MS = 3000;

/** Asks before leaving the editor with unsaved rows. */
export function EditorLeaveGuard() {
  const { t } = useTranslation();
  const { editor } = useEditorDocument();
  const count = useEditorState(editor, ({ unsaved }) => unsaved.size);
  const hasUnsavedAfterWait = async () => {
    await Promise.race([
      editor.waitForPending(),
      new Promise((resolve) => setTimeout(resolve, SAVE_TIMEOUT_MS)),
    ]);
    return editor.getState().unsaved.size > 0;
  };
  return (
    <LeaveGuard
      isAsking={count > 0}
      wouldLoseWork={hasUnsavedAfterWait}
      title={t('editor.leaveTitle')}
      text={t('editor.leaveText', { count })}
      confirmLabel={t('editor.leave')}
    />
  );
}
