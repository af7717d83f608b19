import type { videos } from '@sayback/contract';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { SaveRevisionDialog } from '../../revisions/save-revision-dialog.tsx';
import { EditorKeysDialog } from '../keys-dialog.tsx';
import type { Editor } from '../model/editor.ts';
import type { Languages } from '../model/split.ts';
import { GlossaryDialog } from '../translation/glossary-dialog.tsx';
import { useEditorState } from '../use-editor.ts';
import { ConflictDialog } from './conflict-dialog.tsx';

const WatchDialog = lazy(async () => ({ default: (await import('../video/watch-dialog.tsx')).WatchDialog }));

export type OpenDialog =
  | { kind: 'keys' | 'glossary' | 'revision' | 'translateMismatches' }
  | { kind: 'remove' | 'watch'; id: number }
  | null;

type Props = {
  editor: Editor;
  alignmentId: number;
  video: videos.Video | null;
  languages: Languages;
  dialog: OpenDialog;
  onRemove: (id: number) => void;
  onSave: (id: number) => void;
  onTranslate: () => void;
  onClose: () => void;
};

/** The dialog that is open, if one is. A conflict takes precedence. */
export function EditorDialogs(props: Props) {
  const { editor, alignmentId, video, languages, dialog, onRemove, onSave, onTranslate, onClose } = props;
  const { t } = useTranslation();
  const conflict = useEditorState(editor, (state) => state.conflict);
  if (conflict) {
    return (
      <ConflictDialog
        conflict={conflict}
        onChoose={(choice) => {
          editor.settleConflict(choice);
          if (choice === 'mine') onSave(conflict.current.id);
        }}
      />
    );
  }
  switch (dialog?.kind) {
    case 'keys':
      return <EditorKeysDialog onClose={onClose} />;
    case 'glossary':
      return <GlossaryDialog languages={languages} onClose={onClose} />;
    case 'revision':
      return <SaveRevisionDialog alignmentId={alignmentId} onClose={onClose} />;
    case 'translateMismatches':
      return (
        <ConfirmDialog
          title={t('editorTranslation.confirmMismatches')}
          text={t('editorTranslation.confirmMismatchesText')}
          confirmLabel={t('editorTranslation.confirm')}
          isPending={false}
          onClose={onClose}
          onConfirm={() => {
            onClose();
            onTranslate();
          }}
        />
      );
    case 'remove': {
      const number = (editor.getState().places.get(dialog.id) ?? 0) + 1;
      return (
        <ConfirmDialog
          title={t('editor.deleteTitle', { number })}
          text={t('editor.deleteText')}
          confirmLabel={t('editor.delete')}
          isGrave
          isPending={false}
          onClose={onClose}
          onConfirm={() => {
            onClose();
            onRemove(dialog.id);
          }}
        />
      );
    }
    case 'watch': {
      const segment = editor.row(dialog.id)?.value;
      if (!segment || !video) return null;
      return (
        <Suspense>
          <WatchDialog video={video} segment={segment} languages={languages} onClose={onClose} />
        </Suspense>
      );
    }
    default:
      return null;
  }
}
