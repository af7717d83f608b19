import { useTranslation } from '../../../locales/translation.ts';
import { keyList } from '../../../ui/commands/commands.ts';
import { KeysDialog } from '../../../ui/commands/keys-dialog.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { type Reference, RetimeDialog } from '../../../ui/sync/retime-dialog.tsx';
import { type OpenDialog, SYNC_COMMANDS } from './commands.ts';
import type { SyncEditor } from './model/sync-editor.ts';

type Props = {
  editor: SyncEditor;
  references: readonly Reference[];
  dialog: OpenDialog;
  onClose: () => void;
};

export function SyncDialogs({ editor, references, dialog, onClose }: Props) {
  const { t } = useTranslation();
  if (dialog?.kind === 'keys')
    return (
      <KeysDialog
        title={t('app.keys')}
        text={t('syncKeys.text')}
        keys={keyList(SYNC_COMMANDS, t)}
        onClose={onClose}
      />
    );
  if (dialog?.kind === 'synchronise')
    return (
      <RetimeDialog
        cues={editor.getState().cueDocument.cues}
        references={references}
        onApply={(cues, reference) => {
          editor.setTimes(cues);
          toast.success(t('syncReference.applied', { version: reference ?? '' }));
          onClose();
        }}
        onClose={onClose}
      />
    );
  if (dialog?.kind === 'remove') return <RemoveDialog {...{ editor, onClose }} id={dialog.id} />;
  return null;
}

function RemoveDialog({ editor, id, onClose }: { editor: SyncEditor; id: number; onClose: () => void }) {
  const { t } = useTranslation();
  const remove = () => {
    if (!editor.remove(id)) toast.failure(t('syncList.cannotDeleteLast'));
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('editor.deleteTitle', { number: editor.segmentNumber(id) })}
      text={<span dir="auto">{editor.cue(id)?.text || '—'}</span>}
      confirmLabel={t('app.delete')}
      isDestructive
      isPending={false}
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
