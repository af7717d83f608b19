import '@mantine/core/styles/Menu.css';
import { ActionIcon, Button, Group, Menu, Select, TextInput } from '@mantine/core';
import { IconDots, IconSearch } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from '../../../locales/translation.ts';
import { ToolButton } from '../../../ui/commands/tool-button.tsx';
import { commandsIn, type EditorCommands } from './commands.ts';
import classes from './editor-toolbar.module.css';
import { FindReplaceBar } from './find-replace/find-replace-bar.tsx';
import type { FindReplace } from './find-replace/use-find-replace.ts';
import type { Segment } from './model/draft.ts';
import type { Editor } from './model/editor.ts';
import { FILTERS, type Filter } from './model/filter-segments.ts';
import { isUnreviewed } from './model/row-state.ts';
import type { View } from './table/use-view.ts';
import { useEditorState } from './use-editor.ts';

const FILTER_NAMES = {
  all: 'editor.filterAll',
  mismatches: 'editor.filterMismatches',
  'low-confidence': 'editor.filterLowConfidence',
  'no-original': 'editor.filterNoOriginal',
  'no-translation': 'editor.filterNoTranslation',
  machine: 'editor.filterMachine',
  edited: 'editor.filterEdited',
  approved: 'editor.filterApproved',
  'not-approved': 'editor.filterNotApproved',
  warnings: 'editor.filterWarnings',
} as const satisfies Record<Filter, string>;

const countsOf = (segments: readonly Segment[]) => ({
  mismatches: segments.filter(({ mismatch }) => mismatch).length,
  approved: segments.filter(({ approved }) => approved).length,
  unreviewed: segments.filter(isUnreviewed).length,
});

type Props = { editor: Editor; commands: EditorCommands };
/** `waitingCount`: rows that are sent again once the server can be reached. */
type ToolbarProps = {
  view: View;
  waitingCount: number;
  findReplace: FindReplace;
  onReplaceAll: () => void;
};
type ToolbarCommand = ReturnType<typeof commandsIn<'toolbar'>>[number];

/** What concerns the whole file: finding, filtering, undoing, saving, translating. It stays in sight. */
export function EditorToolbar(props: Props & ToolbarProps) {
  const { editor, view, commands, waitingCount, findReplace, onReplaceAll } = props;
  const { t } = useTranslation();
  const unsavedCount = useEditorState(editor, ({ unsaved }) => unsaved.size);
  const segments = useEditorState(editor, (state) => state.segments);
  const { mismatches, approved, unreviewed } = useMemo(() => countsOf(segments), [segments]);
  const total = segments.length;
  const isWhole = view.filter === 'all' && view.query === '';
  return (
    <div className={classes.toolbar}>
      {commandsIn('toolbar').map((command) => (
        <ToolbarButton key={command.id} {...{ editor, commands, command }} />
      ))}
      <MoreMenu commands={commands} />
      {unsavedCount > 0 && (
        <Group gap="xs" ms="auto">
          <span className={classes.unsaved} role="status">
            {waitingCount > 0
              ? t('editor.waiting', { count: waitingCount })
              : t('editor.unsavedCount', { count: unsavedCount })}
          </span>
          <Button mih={44} variant="light" onClick={() => commands.run('saveAll')}>
            {t('editor.saveAll')}
          </Button>
        </Group>
      )}
      <TextInput
        className={classes.search}
        type="search"
        size="sm"
        dir="auto"
        leftSection={<IconSearch size={18} aria-hidden />}
        placeholder={t('editor.search')}
        aria-label={t('editor.search')}
        value={view.query}
        onChange={({ currentTarget }) => view.setQuery(currentTarget.value)}
      />
      <Select
        className={classes.filter}
        size="sm"
        aria-label={t('editor.filter')}
        allowDeselect={false}
        comboboxProps={{ keepMounted: false }}
        data={FILTERS.map((value) => ({ value, label: t(FILTER_NAMES[value]) }))}
        value={view.filter}
        onChange={(value) => view.setFilter((value ?? 'all') as Filter)}
      />
      <output className={classes.count}>
        {isWhole
          ? t('editor.count', { count: total })
          : t('editor.found', { count: view.positions.length, total })}
        {' · '}
        {t('editor.mismatchCount', { count: mismatches })}
        {approved > 0 && ` · ${t('rowState.approvedCount', { count: approved, total })}`}
        {unreviewed > 0 && ` · ${t('rowState.machineCount', { count: unreviewed })}`}
      </output>
      {findReplace.isOpen && <FindReplaceBar {...{ findReplace, onReplaceAll }} />}
    </div>
  );
}

function ToolbarButton({ editor, commands, command }: Props & { command: ToolbarCommand }) {
  const { t } = useTranslation();
  const isEnabled = useEditorState(editor, () => commands.isEnabled(command.id));
  const run = () => commands.run(command.id);
  if ('Icon' in command)
    return <ToolButton name={t(command.name)} Icon={command.Icon} isEnabled={isEnabled} onClick={run} />;
  return (
    <Button mih={44} variant={command.id === 'findNext' ? 'filled' : 'default'} onClick={run}>
      {t(command.name)}
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
        <ActionIcon size={44} variant="default" aria-label={t('editor.more')}>
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
