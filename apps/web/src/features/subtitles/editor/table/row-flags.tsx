import { Box } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useLanguages } from '../../../../api/languages.ts';
import { useTranslation } from '../../../../locales/translation.ts';
import { type DoubtReason, findDoubts } from '../model/doubt.ts';
import { getRowState, type RowState } from '../model/row-state.ts';
import type { Languages } from '../model/split.ts';
import type { Segment } from '../model/unsaved.ts';
import type { Warnings } from '../model/warnings.ts';
import classes from './row-flags.module.css';
import { useWarningText } from './use-warning-text.ts';

type Props = { value: Segment; languages: Languages; medianRatio: number; warnings: Warnings };

/** Icon with a row's warnings, its translation state, and the reasons for doubting it. */
export function RowFlags({ value, languages, medianRatio, warnings }: Props) {
  const warningText = useWarningText();
  const warningList = useSyncExternalStore(warnings.subscribe, () => warnings.get(value.id));
  const list = warningList.map(warningText).join(' · ');
  return (
    <span className={classes.flags}>
      {warningList.length > 0 && (
        <Box
          component="span"
          display="inline-grid"
          c="var(--quiet)"
          role="img"
          aria-label={list}
          title={list}
        >
          <IconAlertTriangle size={15} stroke={1.8} aria-hidden />
        </Box>
      )}
      <StateChip state={getRowState(value)} />
      {findDoubts(value, medianRatio).map((reason) => (
        <ReasonChip key={reason.kind} reason={reason} languages={languages} />
      ))}
    </span>
  );
}

/** State of a row's translation. Renders nothing for an unchanged text of the file, or a missing one. */
function StateChip({ state }: { state: RowState }) {
  const { t } = useTranslation();
  if (state === 'aligned' || state === 'untranslated') return null;
  return (
    <span className={classes.state} data-state={state} title={t(`rowState.${state}`)}>
      {state === 'approved' && <IconCheck size={13} stroke={2.4} aria-hidden />}
      {t(`rowState.${state}`)}
    </span>
  );
}

function ReasonChip({ reason, languages }: { reason: DoubtReason; languages: Languages }) {
  const { t } = useTranslation();
  const { languageName } = useLanguages();
  const text =
    reason.kind === 'one-sided'
      ? t('editor.reasonOnly', { language: languageName(languages[reason.side]) })
      : reason.kind === 'lengths'
        ? t('editor.reasonLengths')
        : t('editor.reasonMatch', { percent: reason.percent });
  return (
    <span className={classes.reason} title={text}>
      {text}
    </span>
  );
}
