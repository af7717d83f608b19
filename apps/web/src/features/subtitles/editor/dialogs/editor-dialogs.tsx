import { useTranslation } from '../../../../locales/translation.ts';
import { keyList } from '../../../../ui/commands/commands.ts';
import { KeysDialog } from '../../../../ui/commands/keys-dialog.tsx';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { lazyPart, OnDemand, usePreload } from '../../../../ui/lazy-part.tsx';
import { SaveRevisionDialog } from '../../revisions/save-revision-dialog.tsx';
import { OTHER_COMMANDS, TIME_COMMANDS } from '../commands.ts';
import { useEditorDocument } from '../editor-document.ts';
import { useSession } from '../editor-session.ts';
import { GlossaryDialog } from '../translation/glossary-dialog.tsx';
import { useEditorState } from '../use-editor-state.ts';
import { ConflictDialog } from './conflict-dialog.tsx';

const WatchDialog = lazyPart(() => import('../video/watch-dialog.tsx'), 'WatchDialog');
const RetimeSegments = lazyPart(() => import('../../retime/retime-segments.tsx'), 'RetimeSegments');
const DivideDialog = lazyPart(() => import('./divide-dialog.tsx'), 'DivideDialog');
const PARTS = [WatchDialog, RetimeSegments, DivideDialog];

/** The open dialog, if any. A conflict takes precedence. */
export function EditorDialogs() {
  const { editor, alignment, video, languages } = useEditorDocument();
  const { dialog, openDialog, selection, actions, autosave, translating, sideVideo } = useSession();
  const onClose = () => openDialog(null);
  const { t } = useTranslation();
  usePreload(PARTS);
  const conflict = useEditorState(editor, (state) => state.conflict);
  if (conflict) {
    return (
      <ConflictDialog
        conflict={conflict}
        onChoose={(choice) => {
          editor.resolveConflict(choice);
          if (choice === 'mine') void actions.save(conflict.current.id, autosave.enqueue);
        }}
      />
    );
  }
  switch (dialog?.kind) {
    case 'keys':
      return (
        <KeysDialog
          title={t('app.keys')}
          groups={[
            { title: t('editorKeys.rows'), keys: keyList(OTHER_COMMANDS, t) },
            { title: t('editorKeys.times'), keys: keyList(TIME_COMMANDS, t) },
          ]}
          onClose={onClose}
        />
      );
    case 'glossary':
      return <GlossaryDialog languages={languages} onClose={onClose} />;
    case 'revision':
      return <SaveRevisionDialog alignmentId={alignment.id} onClose={onClose} />;
    case 'divide':
      return (
        <OnDemand isOpen onOpen={() => openDialog(dialog)} onClose={onClose}>
          <DivideDialog
            {...{ editor, languages, onClose }}
            onDivide={(divisions) => void actions.divide(divisions)}
          />
        </OnDemand>
      );
    case 'retime':
    case 'retimeSelected':
      return video ? (
        <OnDemand isOpen onOpen={() => openDialog(dialog)} onClose={onClose}>
          <RetimeSegments
            videoId={video.id}
            selectedIds={dialog.kind === 'retime' ? null : selection.ids}
            position={sideVideo.position}
            onApply={(changes) => void actions.retime(changes)}
            {...{ editor, onClose }}
          />
        </OnDemand>
      ) : null;
    case 'translateMismatches':
      return (
        <ConfirmDialog
          title={t('editorTranslation.confirmMismatches')}
          text={t('editorTranslation.confirmMismatchesText')}
          confirmLabel={t('selection.translate')}
          isPending={false}
          onClose={onClose}
          onConfirm={() => {
            onClose();
            translating.start({ which: 'mismatches' });
          }}
        />
      );
    case 'remove': {
      const number = (editor.getState().positionById.get(dialog.id) ?? 0) + 1;
      return (
        <ConfirmDialog
          title={t('editor.deleteTitle', { number })}
          text={t('editor.deleteText')}
          confirmLabel={t('app.delete')}
          isDestructive
          isPending={false}
          onClose={onClose}
          onConfirm={() => {
            onClose();
            void actions.remove(dialog.id);
          }}
        />
      );
    }
    case 'watch': {
      const segment = editor.row(dialog.id)?.value;
      if (!segment || !video) return null;
      return (
        <OnDemand isOpen onOpen={() => openDialog(dialog)} onClose={onClose}>
          <WatchDialog video={video} segment={segment} languages={languages} onClose={onClose} />
        </OnDemand>
      );
    }
    default:
      return null;
  }
}
