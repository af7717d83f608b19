import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { SyncKeysDialog } from './keys-dialog.tsx';
import type { SyncEditor } from './model/sync-editor.ts';
import { type Reference, SynchroniseDialog } from './timing/synchronise-dialog.tsx';

export type OpenDialog = { kind: 'keys' } | { kind: 'synchronise' } | { kind: 'remove'; id: number } | null;

type Props = {
  editor: SyncEditor;
  references: readonly Reference[];
  dialog: OpenDialog;
  onClose: () => void;
};

/** The dialog that is open. */
export function SyncDialogs({ editor, references, dialog, onClose }: Props) {
  if (dialog?.kind === 'keys') return <SyncKeysDialog onClose={onClose} />;
  if (dialog?.kind === 'synchronise') return <SynchroniseDialog {...{ editor, references, onClose }} />;
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
      title={t('syncList.deleteTitle', { number: editor.numberOf(id) })}
      text={<span dir="auto">{editor.cue(id)?.text || '—'}</span>}
      confirmLabel={t('syncList.deleteConfirm')}
      isGrave
      isPending={false}
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
