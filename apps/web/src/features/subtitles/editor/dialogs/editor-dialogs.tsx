import type { videos } from '@sayback/contract';
import { useTranslation } from '../../../../locales/translation.ts';
import { keyList } from '../../../../ui/commands/commands.ts';
import { KeysDialog } from '../../../../ui/commands/keys-dialog.tsx';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { lazyPart, OnDemand, usePreload } from '../../../../ui/lazy-part.tsx';
import { SaveRevisionDialog } from '../../revisions/save-revision-dialog.tsx';
import { type OpenDialog, ROW_COMMANDS, TIME_COMMANDS } from '../commands.ts';
import type { Division } from '../model/divide.ts';
import type { Editor } from '../model/editor.ts';
import type { Languages } from '../model/split.ts';
import type { Draft } from '../model/unsaved.ts';
import { GlossaryDialog } from '../translation/glossary-dialog.tsx';
import { useEditorState } from '../use-editor.ts';
import { ConflictDialog } from './conflict-dialog.tsx';

const WatchDialog = lazyPart(() => import('../video/watch-dialog.tsx'), 'WatchDialog');
const RetimeSegments = lazyPart(() => import('../../retime/retime-segments.tsx'), 'RetimeSegments');
const DivideDialog = lazyPart(() => import('./divide-dialog.tsx'), 'DivideDialog');
const PARTS = [WatchDialog, RetimeSegments, DivideDialog];

type Props = {
  editor: Editor;
  alignmentId: number;
  video: videos.Video | null;
  languages: Languages;
  dialog: OpenDialog;
  selectedIds: readonly number[];
  onRemove: (id: number) => void;
  onDivide: (divisions: readonly Division[]) => void;
  onRetime: (changes: ReadonlyMap<number, Draft>) => void;
  onSave: (id: number) => void;
  onTranslate: () => void;
  onOpen: (dialog: OpenDialog) => void;
  onClose: () => void;
};

/** The dialog that is open, if one is. A conflict takes precedence. */
export function EditorDialogs(props: Props) {
  const { editor, alignmentId, video, languages, dialog, selectedIds } = props;
  const { onRemove, onDivide, onRetime, onSave, onTranslate, onOpen, onClose } = props;
  const { t } = useTranslation();
  usePreload(PARTS);
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
      return (
        <KeysDialog
          title={t('editorKeys.title')}
          groups={[
            { title: t('editorKeys.rows'), keys: keyList(ROW_COMMANDS, t) },
            { title: t('editorKeys.times'), keys: keyList(TIME_COMMANDS, t) },
          ]}
          onClose={onClose}
        />
      );
    case 'glossary':
      return <GlossaryDialog languages={languages} onClose={onClose} />;
    case 'revision':
      return <SaveRevisionDialog alignmentId={alignmentId} onClose={onClose} />;
    case 'divide':
      return (
        <OnDemand isOpen onOpen={() => onOpen(dialog)} onClose={onClose}>
          <DivideDialog {...{ editor, languages, onDivide, onClose }} />
        </OnDemand>
      );
    case 'retime':
    case 'retimeSelected':
      return video ? (
        <OnDemand isOpen onOpen={() => onOpen(dialog)} onClose={onClose}>
          <RetimeSegments
            videoId={video.id}
            chosen={dialog.kind === 'retime' ? null : selectedIds}
            onApply={onRetime}
            {...{ editor, onClose }}
          />
        </OnDemand>
      ) : null;
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
      const number = (editor.getState().positionById.get(dialog.id) ?? 0) + 1;
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
        <OnDemand isOpen onOpen={() => onOpen(dialog)} onClose={onClose}>
          <WatchDialog video={video} segment={segment} languages={languages} onClose={onClose} />
        </OnDemand>
      );
    }
    default:
      return null;
  }
}
