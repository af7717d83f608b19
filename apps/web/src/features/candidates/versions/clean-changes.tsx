import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import { Button, Checkbox, Group, Text } from '@mantine/core';
import type { candidates } from '@sayback/contract';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '../details/dialogs.module.css';
import { ruleWording } from './clean-rule-wording.ts';

type Props = {
  changes: readonly candidates.CleanChange[];
  refused: ReadonlySet<number>;
  lang: string;
  onRefuse: (refused: ReadonlySet<number>) => void;
};

/** The changes that cleaning would make, each with a box to refuse it. */
export function CleanChanges({ changes, refused, lang, onRefuse }: Props) {
  const { t } = useTranslation();
  const scrolled = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: changes.length,
    getScrollElement: () => scrolled.current,
    estimateSize: () => 104,
    overscan: 6,
  });
  const set = (position: number, isMade: boolean) => {
    const next = new Set(refused);
    if (isMade) next.delete(position);
    else next.add(position);
    onRefuse(next);
  };
  return (
    <div>
      <Group justify="space-between" gap="xs">
        <Text fw={600} role="status">
          {t('candidateClean.willChange', { count: changes.length, made: changes.length - refused.size })}
        </Text>
        <Group gap="xs">
          <Button variant="subtle" mih={44} px="sm" onClick={() => onRefuse(new Set())}>
            {t('candidateClean.all')}
          </Button>
          <Button
            variant="subtle"
            mih={44}
            px="sm"
            onClick={() => onRefuse(new Set(changes.map(({ position }) => position)))}
          >
            {t('candidateClean.none')}
          </Button>
        </Group>
      </Group>
      <section
        ref={scrolled}
        className={classes.scrolled}
        data-short
        aria-label={t('candidateClean.changes')}
      >
        <ul className={classes.rows} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ key, index, start }) => {
            const change = changes[index] as candidates.CleanChange;
            return (
              <li
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                className={`${classes.row} ${classes.change}`}
                data-refused={refused.has(change.position) || undefined}
                style={{ transform: `translateY(${start}px)` }}
                aria-setsize={changes.length}
                aria-posinset={index + 1}
              >
                <Checkbox
                  classNames={{ body: classes.check }}
                  aria-label={t('candidateClean.accept', { number: change.index })}
                  checked={!refused.has(change.position)}
                  onChange={({ currentTarget }) => set(change.position, currentTarget.checked)}
                />
                <Change change={change} lang={lang} />
              </li>
            );
          })}
        </ul>
      </section>
    </div>
  );
}

function Change({ change, lang }: { change: candidates.CleanChange; lang: string }) {
  const { t } = useTranslation();
  const { index, rule, before, after } = change;
  return (
    <>
      <span className={classes.when}>{[`#${index}`, t(ruleWording(rule))].join(' · ')}</span>
      <div className={classes.before}>
        {t('candidateClean.before')}{' '}
        <span dir="auto" lang={lang}>
          {before}
        </span>
      </div>
      <div className={classes.after}>
        {t('candidateClean.after')}{' '}
        {after === null ? (
          <span className={classes.removed}>{t('candidateClean.removed')}</span>
        ) : (
          <span dir="auto" lang={lang}>
            {after}
          </span>
        )}
      </div>
    </>
  );
}
