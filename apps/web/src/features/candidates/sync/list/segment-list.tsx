import { Box, Button, Flex, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import { buttonIcon } from '../../../../ui/button-icon.tsx';
import { useListTop } from '../../../../ui/use-list-top.ts';
import type { SyncCommands } from '../commands.ts';
import type { SyncEditor } from '../model/sync-editor.ts';
import { BATCH_SIZE, findCueIds } from '../model/visible-cues.ts';
import { useSyncState } from '../use-sync-editor.ts';
import classes from './segment-list.module.css';
import { SyncRow } from './sync-row.tsx';
import { useVisibleCues } from './use-visible-cues.ts';

export type ListHandle = { show: (id: number, withFocus?: boolean) => void };

type Props = {
  editor: SyncEditor;
  commands: SyncCommands;
  language: string | undefined;
  currentId: number;
  step: number;
  onSelect: (id: number) => void;
  ref: Ref<ListHandle>;
};

/** The estimated height of a segment before it is measured, in pixels. */
const ROW_PX = 104;

/** The segments, with a search field. Only visible ones are rendered. */
export const SegmentList = memo(function SegmentList(props: Props) {
  const { editor, commands, language, currentId, step, onSelect, ref } = props;
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const { visibleCount, showMore, resetCount, includePosition } = useVisibleCues();
  const ids = useSyncState(editor, ({ cueDocument }) => cueDocument.ids);
  // An edited segment stays in the results, even if it no longer matches.
  const matchingIds = useMemo(
    () => findCueIds({ cues: editor.getState().cueDocument.cues, ids }, query),
    [editor, ids, query],
  );
  const count = Math.min(visibleCount, matchingIds.length);
  const list = useRef<HTMLDivElement>(null);
  const virtual = useWindowVirtualizer({
    count,
    estimateSize: () => ROW_PX,
    getItemKey: (position) => matchingIds[position] ?? position,
    overscan: 5,
    gap: 8,
    scrollMargin: useListTop(list),
    // The current segment is always rendered, since it can have the focus.
    rangeExtractor: (range) => {
      const currentPosition = matchingIds.indexOf(currentId);
      const positions = defaultRangeExtractor(range);
      return currentPosition < 0 || currentPosition >= count || positions.includes(currentPosition)
        ? positions
        : [...positions, currentPosition].sort((a, b) => a - b);
    },
  });

  const [target, setTarget] = useState<{ id: number; withFocus: boolean } | null>(null);
  useImperativeHandle(
    ref,
    () => ({
      show(id, withFocus = false) {
        const { cues, ids: allIds } = editor.getState().cueDocument;
        const position = findCueIds({ cues, ids: allIds }, query).indexOf(id);
        if (position >= 0) includePosition(position);
        // A new segment has no text to match.
        else setQuery('');
        setTarget({ id, withFocus });
      },
    }),
    [editor, query, includePosition],
  );
  useEffect(() => {
    if (!target) return;
    const position = matchingIds.indexOf(target.id);
    if (position < 0) return;
    if (position >= count) {
      includePosition(position);
      return;
    }
    setTarget(null);
    virtual.scrollToIndex(position, { align: 'center' });
    if (target.withFocus) void focusText(target.id);
  }, [target, matchingIds, count, includePosition, virtual]);

  const search = (typed: string) => {
    setQuery(typed);
    resetCount();
    if (list.current && list.current.getBoundingClientRect().top < 0)
      list.current.scrollIntoView({ block: 'start' });
  };

  return (
    <section className={classes.section} aria-label={t('syncList.title')}>
      <Flex wrap="wrap" gap="0.5rem 1rem" align="center">
        <TextInput
          flex="1 1 14rem"
          maw="26rem"
          type="search"
          dir="auto"
          leftSection={buttonIcon(IconSearch)}
          placeholder={t('candidateVersion.search')}
          aria-label={t('candidateVersion.search')}
          value={query}
          onChange={({ currentTarget }) => search(currentTarget.value)}
        />
        <output className={classes.count}>
          {query.trim() === ''
            ? t('editor.count', { count: ids.length })
            : t('candidateVersion.found', { found: matchingIds.length, count: ids.length })}
        </output>
      </Flex>
      {matchingIds.length === 0 && <Text c="dimmed">{t('editor.nothingFound')}</Text>}
      <Box ref={list} pos="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ key, index, start }) => {
          const id = matchingIds[index];
          if (id === undefined) return null;
          return (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className={classes.item}
              style={{ transform: `translateY(${start - virtual.options.scrollMargin}px)` }}
            >
              <SyncRow
                {...{ editor, commands, id, language, step, onSelect }}
                number={editor.segmentNumber(id)}
                isCurrent={id === currentId}
              />
            </div>
          );
        })}
      </Box>
      {count < matchingIds.length && (
        <Button variant="default" onClick={showMore}>
          {t('syncList.loadMore', { count: Math.min(BATCH_SIZE, matchingIds.length - count) })}
        </Button>
      )}
    </section>
  );
});

/** Focuses the text of a segment that is about to be rendered. */
async function focusText(id: number): Promise<void> {
  for (let frames = 0; frames < 30; frames += 1) {
    const field = document.querySelector<HTMLElement>(`[data-segment="${id}"] textarea`);
    if (field) return field.focus({ preventScroll: true });
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}
