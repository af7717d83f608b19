import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import type { Editor } from './editor.ts';
import { useEditorState } from './use-editor.ts';

/** Asks before the page is left with rows that are not saved. Turning its pages is not leaving. */
export function LeaveGuard({ editor }: { editor: Editor }) {
  const { t } = useTranslation();
  const count = useEditorState(editor, ({ unsaved }) => unsaved.size);
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => count > 0 && current.pathname !== next.pathname,
    enableBeforeUnload: () => count > 0,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <ConfirmDialog
      title={t('editor.leaveTitle')}
      text={t('editor.leaveText', { count })}
      confirmLabel={t('editor.leave')}
      isPending={false}
      onConfirm={proceed}
      onClose={reset}
    />
  );
}
