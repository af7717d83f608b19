import { ActionIcon, Loader } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconListDetails } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { loadTodayWording } from '../../../../locales/i18n.ts';
import { useTranslation } from '../../../../locales/translation.ts';
import { InlinePart, lazyPart, OnDemand } from '../../../../ui/lazy-part.tsx';
import type { RememberedLines } from '../../memory/remembered-lines.tsx';
import { usePractisedLines } from '../../practised-lines.ts';
import classes from './lines.module.css';

const LineList = lazyPart(async () => {
  await loadTodayWording();
  return import('../../memory/remembered-lines.tsx');
}, 'RememberedLines');
const LinesDrawer = lazyPart(() => import('./lines-drawer.tsx'), 'LinesDrawer');
export const LINE_PARTS = [LineList, LinesDrawer];

/** Media query for a screen that fits a list of several lines below the player. */
const LARGE_SCREEN = [
  '(min-width: 64em) and (min-height: 62em) and (min-aspect-ratio: 5 / 4)',
  '(min-width: 48.01em) and (min-height: 72em) and (max-aspect-ratio: 3 / 4)',
  '(min-width: 48.01em) and (min-height: 88em)',
].join();

/**
 * State of the list of lines. On a large screen it is initially open, unless it would reveal lines that the learner wants to hear
 * first.
 */
export function useLines(hidesText: boolean) {
  const isLargeScreen = useMediaQuery(LARGE_SCREEN, undefined, { getInitialValueInEffect: false }) ?? false;
  const [choice, setChoice] = useState<boolean | null>(null);
  const isOpen = choice ?? (isLargeScreen && !hidesText);
  return { isLargeScreen, isOpen, setOpen: setChoice };
}

type Lines = ReturnType<typeof useLines>;

export function LinesButton({ lines }: { lines: Lines }) {
  const { t } = useTranslation();
  return (
    <ActionIcon
      variant="quiet"
      aria-label={t('practice.lines')}
      title={t('practice.lines')}
      aria-expanded={lines.isOpen}
      onClick={() => lines.setOpen(!lines.isOpen)}
    >
      <IconListDetails aria-hidden />
    </ActionIcon>
  );
}

type Props = { lines: Lines } & Omit<ComponentProps<typeof RememberedLines>, 'practised'>;

/** The list of lines: below the player on a large screen, otherwise in a drawer. */
export function Lines({ lines, ...list }: Props) {
  const { isLargeScreen, isOpen, setOpen } = lines;
  const props = { ...list, practised: usePractisedLines(list.videoId, list.session) };
  if (isLargeScreen && isOpen) {
    return (
      <aside className={classes.below}>
        <InlinePart fallback={<Loader display="block" m="3rem auto" />}>
          <LineList {...props} />
        </InlinePart>
      </aside>
    );
  }
  const choose = (index: number) => {
    setOpen(false);
    props.onChoose(index);
  };
  const isDrawerOpen = isOpen && !isLargeScreen;
  return (
    <OnDemand isOpen={isDrawerOpen} onOpen={() => setOpen(true)} onClose={() => setOpen(false)}>
      <LinesDrawer opened={isDrawerOpen} onClose={() => setOpen(false)}>
        <LineList {...props} onChoose={choose} />
      </LinesDrawer>
    </OnDemand>
  );
}
