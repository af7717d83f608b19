import { Button, Center, Stack, Text } from '@mantine/core';
import { useTranslation } from '../../../../locales/translation.ts';
import { useEditorDocument } from '../editor-document.ts';
import { useSession } from '../editor-session.ts';
import { useEditorState } from '../use-editor-state.ts';

/** Message if the alignment has no rows, or none match. */
export function NoMatches() {
  const { t } = useTranslation();
  const { editor } = useEditorDocument();
  const { view } = useSession();
  const isEmpty = useEditorState(editor, ({ segments }) => segments.length === 0);
  return (
    <Center py="xl" mih="50vh">
      <Stack align="center">
        <Text c="dimmed">{t(isEmpty ? 'editor.empty' : 'editor.nothingFound')}</Text>
        {!isEmpty && (
          <Button
            variant="default"
            onClick={() => {
              view.setFilter('all');
              view.setQuery('');
            }}
          >
            {t('editor.showAll')}
          </Button>
        )}
      </Stack>
    </Center>
  );
}
