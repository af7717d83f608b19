import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import { Box, Button, Checkbox, Group, Text } from '@mantine/core';
import type { candidates } from '@sayback/contract';
import { useTranslation } from '../../../locales/translation.ts';
import { VirtualList } from '../../../ui/virtual-list.tsx';
import classes from '../details/dialogs.module.css';

type Props = {
  changes: readonly candidates.CleanChange[];
  made: number;
  refused: ReadonlySet<number>;
  lang: string;
  onRefuse: (refused: ReadonlySet<number>) => void;
};

/** The changes that cleaning would make, each with a checkbox to refuse it. */
export function CleanChanges({ changes, made: acceptedCount, refused, lang, onRefuse }: Props) {
  const { t } = useTranslation();
  const setAccepted = (position: number, isAccepted: boolean) => {
    const next = new Set(refused);
    if (isAccepted) next.delete(position);
    else next.add(position);
    onRefuse(next);
  };
  return (
    <div>
      <Group justify="space-between" gap="xs">
        <Text fw={600} role="status">
          {t('candidateClean.changeCount', { count: changes.length, made: acceptedCount })}
        </Text>
        <Group gap="xs">
          <Button variant="subtle" px="sm" onClick={() => onRefuse(new Set())}>
            {t('candidateClean.all')}
          </Button>
          <Button
            variant="subtle"
            px="sm"
            onClick={() => onRefuse(new Set(changes.map(({ position }) => position)))}
          >
            {t('candidateClean.none')}
          </Button>
        </Group>
      </Group>
      <VirtualList
        items={changes}
        label={t('candidateClean.changes')}
        itemHeight={104}
        maxHeight="min(40vh, 30rem)"
      >
        {(change) => (
          <div
            className={`${classes.row} ${classes.change}`}
            data-refused={refused.has(change.position) || undefined}
          >
            <Checkbox
              classNames={{ body: classes.check }}
              aria-label={t('candidateClean.acceptChange', { number: change.index })}
              checked={!refused.has(change.position)}
              onChange={({ currentTarget }) => setAccepted(change.position, currentTarget.checked)}
            />
            <Change change={change} lang={lang} />
          </div>
        )}
      </VirtualList>
    </div>
  );
}

function Change({ change, lang }: { change: candidates.CleanChange; lang: string }) {
  const { t } = useTranslation();
  const { index, rule, before, after } = change;
  return (
    <>
      <span className={classes.meta}>{[`#${index}`, t(ruleWording(rule))].join(' · ')}</span>
      <div className={classes.before}>
        {t('candidateClean.before')}{' '}
        <span dir="auto" lang={lang}>
          {before}
        </span>
      </div>
      <div className={classes.after}>
        {t('candidateClean.after')}{' '}
        {after === null ? (
          <Box component="span" c="var(--error)" fs="italic">
            {t('candidateClean.removed')}
          </Box>
        ) : (
          <span dir="auto" lang={lang}>
            {after}
          </span>
        )}
      </div>
    </>
  );
}

/** Translation key for a cleaning rule. Unknown rules get the most general text. */
function ruleWording(rule: string) {
  if (rule === 'voice-span' || rule === 'speaker-label') return 'candidateClean.voiceSpan';
  if (rule === 'turn-mark') return 'candidateClean.turnMark';
  if (rule.endsWith('brackets')) return 'candidateClean.bracket';
  return rule === 'music-signs' ? 'candidateClean.musicSigns' : 'candidateClean.markedSound';
}
