import { Button } from '@mantine/core';
import { useTranslation } from '../../../../locales/translation.ts';
import { MoreMenu } from '../../../../ui/commands/more-menu.tsx';
import { ToolButton } from '../../../../ui/commands/tool-button.tsx';
import { useIsOnline } from '../../../../ui/online.ts';
import { commandsIn, type EditorCommands } from '../commands.ts';
import { FindReplaceBar } from '../find-replace/find-replace-bar.tsx';
import type { FindReplace } from '../find-replace/use-find-replace.ts';
import type { Editor } from '../model/editor.ts';
import type { View } from '../table/use-view.ts';
import { useEditorState } from '../use-editor.ts';
import { EditorHead } from './editor-head.tsx';
import classes from './editor-toolbar.module.css';
import { FileProgress } from './file-progress.tsx';
import { RowSearch } from './row-search.tsx';

type Props = { editor: Editor; commands: EditorCommands };
/** `waitingCount`: rows that are sent again once the server can be reached. */
type ToolbarProps = {
  alignmentId: number;
  view: View;
  waitingCount: number;
  findReplace: FindReplace;
  onReplaceAll: () => void;
};
type ToolbarCommand = ReturnType<typeof commandsIn<'toolbar'>>[number];

/** What concerns the whole file: finding, filtering, undoing, saving, translating. It stays in sight. */
export function EditorToolbar(props: Props & ToolbarProps) {
  const { alignmentId, editor, view, commands, waitingCount, findReplace, onReplaceAll } = props;
  const { t } = useTranslation();
  const isOnline = useIsOnline();
  const buttons = commandsIn('toolbar').map((command) => ({
    hasIcon: 'Icon' in command,
    button: <ToolbarButton key={command.id} {...{ editor, commands, command }} />,
  }));
  return (
    <div className={classes.toolbar}>
      <div className={classes.bar}>
        <EditorHead alignmentId={alignmentId} />
        <RowSearch view={view} />
        <FileProgress {...{ editor, view }} />
        <div className={classes.tools}>
          {buttons.map(({ hasIcon, button }) => hasIcon && button)}
          <MoreMenu
            name={t('editor.more')}
            commands={commandsIn('menu')}
            position="bottom-end"
            withinPortal={false}
            floatingStrategy="fixed"
            size={36}
            onRun={commands.run}
          />
        </div>
        <div className={classes.review}>{buttons.map(({ hasIcon, button }) => !hasIcon && button)}</div>
      </div>
      {(waitingCount > 0 || !isOnline) && (
        <p className={classes.waiting} role="status">
          {isOnline ? t('editor.waiting', { count: waitingCount }) : t('editor.offline')}
        </p>
      )}
      {findReplace.isOpen && <FindReplaceBar {...{ findReplace, onReplaceAll }} />}
    </div>
  );
}

function ToolbarButton({ editor, commands, command }: Props & { command: ToolbarCommand }) {
  const { t } = useTranslation();
  const isEnabled = useEditorState(editor, () => commands.isEnabled(command.id));
  const look = { name: t(command.name), isEnabled, onClick: () => commands.run(command.id) };
  if ('Icon' in command) return <ToolButton {...look} Icon={command.Icon} size={36} variant="subtle" />;
  return (
    <Button
      mih={36}
      px="sm"
      variant={command.id === 'findNext' ? 'filled' : 'default'}
      onClick={look.onClick}
    >
      {look.name}
    </Button>
  );
}
