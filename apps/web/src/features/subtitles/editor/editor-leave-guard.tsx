import { useTranslation } from '../../../locales/translation.ts';
import { LeaveGuard } from '../../../ui/dialog/leave-guard.tsx';
import { useEditorDocument } from './editor-document.ts';
import { useEditorState } from './use-editor.ts';

/** Longest wait for a save in flight before leaving, in milliseconds. */
const SETTLING_MS = 3000;

/** Asks before leaving with unsaved rows. Turning pages doesn't count. */
export function EditorLeaveGuard() {
  const { t } = useTranslation();
  const { editor } = useEditorDocument();
  const count = useEditorState(editor, ({ unsaved }) => unsaved.size);
  const settle = async () => {
    await Promise.race([editor.waitForPending(), new Promise((resolve) => setTimeout(resolve, SETTLING_MS))]);
    return editor.getState().unsaved.size > 0;
  };
  return (
    <LeaveGuard
      isAsking={count > 0}
      settle={settle}
      title={t('editor.leaveTitle')}
      text={t('editor.leaveText', { count })}
      confirmLabel={t('editor.leave')}
    />
  );
}
