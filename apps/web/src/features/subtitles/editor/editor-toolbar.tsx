import '@mantine/core/styles/Menu.css';
import { ActionIcon, Button, Group, Menu, Select, TextInput } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconDots,
  IconKeyboard,
  IconLanguage,
  IconSearch,
  IconVocabulary,
} from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './editor-toolbar.module.css';
import type { Editor } from './model/editor.ts';
import { FILTERS, type Filter } from './model/filter-segments.ts';
import type { View } from './table/use-view.ts';
import { useEditorState } from './use-editor.ts';

const FILTER_NAMES = {
  all: 'editor.filterAll',
  mismatches: 'editor.filterMismatches',
  'low-confidence': 'editor.filterLowConfidence',
  edited: 'editor.filterEdited',
  warnings: 'editor.filterWarnings',
} as const satisfies Record<Filter, string>;

export type ToolbarDeeds = {
  findNext: () => void;
  undo: () => void;
  redo: () => void;
  saveAll: () => void;
  saveRevision: () => void;
  translateAll: (which: 'empty' | 'mismatches') => void;
  showGlossary: () => void;
  showKeys: () => void;
};

type Props = { editor: Editor; view: View; deeds: ToolbarDeeds };

/** What concerns the whole file: finding, filtering, undoing, saving, translating. It stays in sight. */
export function EditorToolbar({ editor, view, deeds }: Props) {
  const { t } = useTranslation();
  const unsavedCount = useEditorState(editor, ({ unsaved }) => unsaved.size);
  const segments = useEditorState(editor, (state) => state.segments);
  const mismatchCount = useMemo(() => segments.filter(({ mismatch }) => mismatch).length, [segments]);
  const total = segments.length;
  const isWhole = view.filter === 'all' && view.query === '';
  return (
    <div className={classes.toolbar}>
      <Group gap="xs">
        <Button mih={44} onClick={deeds.findNext}>
          {t('editor.findNext')}
        </Button>
        <HistoryButtons editor={editor} deeds={deeds} />
        <Button mih={44} variant="default" onClick={deeds.saveRevision}>
          {t('subtitleCard.saveRevision')}
        </Button>
        <MoreMenu deeds={deeds} />
        {unsavedCount > 0 && (
          <Group gap="xs" ms="auto">
            <span className={classes.unsaved}>{t('editor.unsavedCount', { count: unsavedCount })}</span>
            <Button mih={44} variant="light" onClick={deeds.saveAll}>
              {t('editor.saveAll')}
            </Button>
          </Group>
        )}
      </Group>
      <Group gap="xs">
        <TextInput
          className={classes.search}
          type="search"
          size="md"
          dir="auto"
          leftSection={<IconSearch size={18} aria-hidden />}
          placeholder={t('editor.search')}
          aria-label={t('editor.search')}
          value={view.query}
          onChange={({ currentTarget }) => view.setQuery(currentTarget.value)}
        />
        <Select
          className={classes.filter}
          size="md"
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
          {t('editor.mismatchCount', { count: mismatchCount })}
        </output>
      </Group>
    </div>
  );
}

function HistoryButtons({ editor, deeds }: { editor: Editor; deeds: ToolbarDeeds }) {
  const { t } = useTranslation();
  const canUndo = useEditorState(editor, ({ history }) => history.done.length > 0);
  const canRedo = useEditorState(editor, ({ history }) => history.undone.length > 0);
  const button = (name: string, isPossible: boolean, run: () => void, Icon: typeof IconArrowBackUp) => (
    <ActionIcon
      size={44}
      variant="default"
      aria-label={name}
      title={name}
      // A button that is disabled would lose the focus at the last step.
      aria-disabled={!isPossible}
      data-disabled={!isPossible || undefined}
      onClick={() => isPossible && run()}
    >
      <Icon size={20} aria-hidden />
    </ActionIcon>
  );
  return (
    <Group gap={4}>
      {button(t('editor.undo'), canUndo, deeds.undo, IconArrowBackUp)}
      {button(t('editor.redo'), canRedo, deeds.redo, IconArrowForwardUp)}
    </Group>
  );
}

function MoreMenu({ deeds }: { deeds: ToolbarDeeds }) {
  const { t } = useTranslation();
  const items = [
    [t('editor.translateEmpty'), IconLanguage, () => deeds.translateAll('empty')],
    [t('editor.translateMismatches'), IconLanguage, () => deeds.translateAll('mismatches')],
    [t('editor.glossary'), IconVocabulary, deeds.showGlossary],
    [t('editor.keys'), IconKeyboard, deeds.showKeys],
  ] as const;
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
        {items.map(([name, Icon, run]) => (
          <Menu.Item key={name} mih={44} leftSection={<Icon size={18} aria-hidden />} onClick={run}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
