import '@mantine/core/styles/Menu.css';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useTranslation } from '../../../../locales/translation.ts';
import { ToolButton } from '../../../../ui/commands/tool-button.tsx';
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
          <MoreMenu commands={commands} />
        </div>
        <div className={classes.review}>{buttons.map(({ hasIcon, button }) => !hasIcon && button)}</div>
      </div>
      {waitingCount > 0 && (
        <p className={classes.waiting} role="status">
          {t('editor.waiting', { count: waitingCount })}
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
      size="sm"
      px="sm"
      variant={command.id === 'findNext' ? 'filled' : 'default'}
      onClick={look.onClick}
    >
      {look.name}
    </Button>
  );
}

function MoreMenu({ commands }: Pick<Props, 'commands'>) {
  const { t } = useTranslation();
  return (
    <Menu
      position="bottom-end"
      keepMounted={false}
      withinPortal={false}
      floatingStrategy="fixed"
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <ActionIcon size={36} variant="subtle" aria-label={t('editor.more')} title={t('editor.more')}>
          <IconDots size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {commandsIn('menu').map(({ id, name, Icon }) => (
          <Menu.Item
            key={id}
            mih={44}
            leftSection={<Icon size={18} aria-hidden />}
            onClick={() => commands.run(id)}
          >
            {t(name)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
