import { Alert, Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../../locales/translation.ts';
import { useEditorDocument } from './editor-document.ts';
import classes from './editor-notes.module.css';
import { useSession } from './editor-session.ts';
import { useEditorState } from './use-editor-state.ts';

/** Notes about restored unsaved rows, and about unsaved texts of deleted segments. */
export function EditorNotes() {
  const { t } = useTranslation();
  const { editor } = useEditorDocument();
  const { saveAll } = useSession();
  const [restoredCount, setRestoredCount] = useState(() => editor.getState().unsaved.size);
  const orphans = useEditorState(editor, (state) => state.orphans);
  const hasUnsaved = useEditorState(editor, ({ unsaved }) => unsaved.size > 0);
  return (
    <>
      {restoredCount > 0 && hasUnsaved && (
        <Alert
          color="yellow"
          variant="light"
          role="status"
          withCloseButton
          closeButtonLabel={t('app.close')}
          onClose={() => setRestoredCount(0)}
        >
          <Group gap="md">
            {t('editor.restored', { count: restoredCount })}
            <Button variant="default" size="xs" mih={36} onClick={saveAll}>
              {t('editor.saveAll')}
            </Button>
          </Group>
        </Alert>
      )}
      {orphans.length > 0 && (
        <Alert color="orange" variant="light" role="alert">
          <Stack gap="xs" align="flex-start">
            {t('editor.deletedSegments', { count: orphans.length })}
            <ul className={classes.orphans}>
              {orphans.map(({ id, fields }) => (
                <li key={id}>
                  {[fields.text_original, fields.text_target]
                    .filter((text) => text !== undefined)
                    .map((text) => (
                      <p key={text} dir="auto">
                        {text}
                      </p>
                    ))}
                </li>
              ))}
            </ul>
            <Button variant="default" onClick={() => editor.discardOrphans()}>
              {t('editor.discardDeletedSegments')}
            </Button>
          </Stack>
        </Alert>
      )}
    </>
  );
}
