import '@mantine/core/styles/Chip.css';
import { ActionIcon, Box, Chip, TextInput, UnstyledButton } from '@mantine/core';
import { IconCheck, IconDots, IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import { foldText } from '../../../../ui/fold-text.ts';
import { VirtualList } from '../../../../ui/virtual-list.tsx';
import { LineStatus } from '../../memory/line-status.tsx';
import { MarkButton } from '../../memory/mark-button.tsx';
import type { LineMemory } from '../../memory/use-line-memory.ts';
import type { PracticeLine } from '../../player/practice-lines.ts';
import classes from './line-list.module.css';

export type LineListProps = {
  segments: readonly PracticeLine[];
  index: number;
  practised: ReadonlySet<PracticeLine>;
  /** `target` is null if no translation is shown. */
  languages: { original: string; target: string | null };
  onChoose: (index: number) => void;
  /** Marks of the lines, once loaded. */
  memory?: LineMemory;
  /** Opens the dialog about a line. */
  onAbout?: (line: PracticeLine) => void;
};

const FILTERS = ['all', 'starred', 'hard', 'notYet'] as const;
type Filter = (typeof FILTERS)[number];

/** Estimated height of a line before it is measured, in pixels. */
const LINE_PX = 62;

/** A searchable list of all lines with their visible texts. Pressing a line selects it. */
export function LineList({
  segments,
  index,
  practised,
  languages,
  onChoose,
  memory,
  onAbout,
}: LineListProps) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const [filter, setFilter] = useState<Filter>('all');
  const isTranslated = languages.target !== null;
  const searchTexts = useMemo(
    () =>
      segments.map(({ original, target }) => foldText(isTranslated ? `${original}\n${target}` : original)),
    [segments, isTranslated],
  );
  const words = foldText(query).split(' ').filter(Boolean);
  const matchesFilter: Record<Filter, (line: PracticeLine) => boolean> = {
    all: () => true,
    starred: (line) => memory?.find(line).starred === true,
    hard: (line) => memory?.find(line).hard === true,
    notYet: (line) => !practised.has(line),
  };
  const matches = segments.flatMap((segment, position) =>
    matchesFilter[filter](segment) && words.every((word) => searchTexts[position]?.includes(word))
      ? [{ segment, position }]
      : [],
  );
  return (
    <div className={classes.lines}>
      <TextInput
        type="search"
        // On a phone the keyboard would cover the list.
        data-autofocus={matchMedia('(pointer: fine)').matches || undefined}
        aria-label={t('practice.searchLines')}
        placeholder={t('practice.searchLines')}
        leftSection={<IconSearch size={18} aria-hidden />}
        value={query}
        onChange={({ currentTarget }) => setQuery(currentTarget.value)}
      />
      {memory && (
        <Chip.Group value={filter} onChange={(value) => setFilter(value as Filter)}>
          <fieldset className={classes.filters} aria-label={t('memory.filterLines')}>
            {FILTERS.map((name) => (
              <Chip key={name} value={name} size="sm">
                {t(`memory.lineFilter.${name}`)}
              </Chip>
            ))}
          </fieldset>
        </Chip.Group>
      )}
      {matches.length === 0 && (
        <Box component="p" c="var(--quiet)" role="status">
          {t('practice.noLineFound')}
        </Box>
      )}
      <VirtualList
        items={matches}
        label={t('practice.lines')}
        itemHeight={LINE_PX}
        maxHeight="100%"
        current={matches.findIndex(({ position }) => position === index)}
      >
        {({ segment, position }) => (
          <div className={classes.row}>
            <UnstyledButton
              className={classes.line}
              aria-current={position === index || undefined}
              onClick={() => onChoose(position)}
            >
              <span className={classes.number}>
                {practised.has(segment) ? (
                  <IconCheck size={18} stroke={3} role="img" aria-label={t('practice.practised')} />
                ) : (
                  position + 1
                )}
              </span>
              <span className={classes.texts}>
                <span dir="auto" lang={languages.original}>
                  {segment.original}
                </span>
                {languages.target !== null && (
                  <Box component="span" c="var(--quiet)" fz="0.9rem" dir="auto" lang={languages.target}>
                    {segment.target}
                  </Box>
                )}
                {memory && (
                  <span className={classes.status}>
                    <LineStatus line={memory.find(segment)} isPractised={practised.has(segment)} />
                  </span>
                )}
              </span>
            </UnstyledButton>
            {memory && (
              <MarkButton
                mark="starred"
                isSet={memory.find(segment).starred}
                onChange={(starred) => memory.mark(segment, { starred })}
              />
            )}
            {onAbout && (
              <ActionIcon
                variant="transparent"
                c="inherit"
                size={44}
                aria-label={t('memory.about')}
                title={t('memory.about')}
                onClick={() => onAbout(segment)}
              >
                <IconDots size={20} aria-hidden />
              </ActionIcon>
            )}
          </div>
        )}
      </VirtualList>
    </div>
  );
}
