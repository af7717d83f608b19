import { TextInput, UnstyledButton } from '@mantine/core';
import { IconCheck, IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import { foldText } from '../../../../ui/fold-text.ts';
import { VirtualList } from '../../../../ui/virtual-list.tsx';
import type { PracticeLine } from '../../player/practice-lines.ts';
import classes from './line-list.module.css';

export type LineListProps = {
  segments: readonly PracticeLine[];
  /** The position of the line that is practised now. */
  index: number;
  practised: ReadonlySet<PracticeLine>;
  /** `target` is null where no translation is shown. */
  languages: { original: string; target: string | null };
  onChoose: (index: number) => void;
};

/** About what a line takes, in pixels, before it has been measured. */
const LINE_PX = 62;

/** All lines with the texts that are read. Pressing one goes there. */
export function LineList({ segments, index, practised, languages, onChoose }: LineListProps) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const isTranslated = languages.target !== null;
  const folded = useMemo(
    () =>
      segments.map(({ original, target }) => foldText(isTranslated ? `${original}\n${target}` : original)),
    [segments, isTranslated],
  );
  const words = foldText(query).split(' ').filter(Boolean);
  const matches = segments.flatMap((segment, position) =>
    words.every((word) => folded[position]?.includes(word)) ? [{ segment, position }] : [],
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
      {matches.length === 0 && (
        <p className={classes.empty} role="status">
          {t('practice.noLineFound')}
        </p>
      )}
      <VirtualList
        items={matches}
        label={t('practice.lines')}
        itemHeight={LINE_PX}
        maxHeight="100%"
        current={matches.findIndex(({ position }) => position === index)}
      >
        {({ segment, position }) => (
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
                <span className={classes.target} dir="auto" lang={languages.target}>
                  {segment.target}
                </span>
              )}
            </span>
          </UnstyledButton>
        )}
      </VirtualList>
    </div>
  );
}
