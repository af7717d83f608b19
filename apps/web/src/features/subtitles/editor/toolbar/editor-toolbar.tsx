import { Box, Button } from '@mantine/core';
import { subtitles } from '@sayback/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '../../../../api/query.ts';
import { useTranslation } from '../../../../locales/translation.ts';
import { MoreMenu } from '../../../../ui/commands/more-menu.tsx';
import { ToolButton } from '../../../../ui/commands/tool-button.tsx';
import { useIsOnline } from '../../../../ui/use-is-online.ts';
import { commandsWithButtonIn } from '../commands.ts';
import { useEditorDocument } from '../editor-document.ts';
import { useSession } from '../editor-session.ts';
import { FindReplaceBar } from '../find-replace/find-replace-bar.tsx';
import { useEditorState } from '../use-editor-state.ts';
import { EditorHeader } from './editor-header.tsx';
import classes from './editor-toolbar.module.css';
import { FileProgress } from './file-progress.tsx';
import { RowSearch } from './row-search.tsx';

type ToolbarCommand = ReturnType<typeof commandsWithButtonIn<'toolbar'>>[number];

const SERVICE_COMMANDS = new Set<string>(['translateEmpty', 'translateMismatches']);

/** Sticky toolbar for the whole file: find, filter, undo, save, translate. */
export function EditorToolbar() {
  const { alignment } = useEditorDocument();
  const { view, commands, queuedCount, findReplace, replaceAll } = useSession();
  const { t } = useTranslation();
  const isOnline = useIsOnline();
  const [wasOpened, setWasOpened] = useState(false);
  const service = useQuery(queryFor(subtitles.getTranslationService, {}, { enabled: wasOpened }));
  const missing = service.data?.missing ?? null;
  const buttons = commandsWithButtonIn('toolbar').map((command) => ({
    hasIcon: 'Icon' in command,
    button: <ToolbarButton key={command.id} command={command} />,
  }));
  return (
    <div className={classes.toolbar}>
      <div className={classes.bar}>
        <EditorHeader alignmentId={alignment.id} />
        <RowSearch view={view} />
        <FileProgress view={view} />
        <div className={classes.tools}>
          {buttons.map(({ hasIcon, button }) => hasIcon && button)}
          <MoreMenu
            name={t('practice.more')}
            commands={commandsWithButtonIn('menu')}
            position="bottom-end"
            withinPortal={false}
            floatingStrategy="fixed"
            size={36}
            onOpen={() => setWasOpened(true)}
            disabledReason={(id) => (SERVICE_COMMANDS.has(id) ? missing : null)}
            onRun={commands.run}
          />
        </div>
        <div className={classes.review}>{buttons.map(({ hasIcon, button }) => !hasIcon && button)}</div>
      </div>
      {(queuedCount > 0 || !isOnline) && (
        <Box
          component="p"
          p="0.25rem 0.75rem"
          bdrs="sm"
          bg="var(--surface)"
          c="var(--quiet)"
          fz="0.875rem"
          role="status"
        >
          {isOnline ? t('editor.waiting', { count: queuedCount }) : t('editor.offline')}
        </Box>
      )}
      {findReplace.isOpen && <FindReplaceBar findReplace={findReplace} onReplaceAll={replaceAll} />}
    </div>
  );
}

function ToolbarButton({ command }: { command: ToolbarCommand }) {
  const { t } = useTranslation();
  const { editor } = useEditorDocument();
  const { commands } = useSession();
  const isEnabled = useEditorState(editor, () => commands.isEnabled(command.id));
  const buttonProps = { name: t(command.name), isEnabled, onClick: () => commands.run(command.id) };
  if ('Icon' in command)
    return <ToolButton {...buttonProps} Icon={command.Icon} size={36} variant="subtle" />;
  return (
    <Button
      mih={36}
      px="sm"
      variant={command.id === 'findNext' ? 'filled' : 'default'}
      onClick={buttonProps.onClick}
    >
      {buttonProps.name}
    </Button>
  );
}
