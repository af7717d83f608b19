import { Alert, Box, Stack, Text } from '@mantine/core';
import { formatPosition } from '@sayback/contract';
import { type Cue, MIN_TRUST, type Retimed, SURE_TRUST } from '@sayback/subtitles';
import { useTranslation } from '../../locales/translation.ts';
import type { SynchroniseResult } from './synchronise-task.ts';
import { formatSignedSeconds } from './time-text.ts';
import classes from './times-preview.module.css';

/** Summary of synchronising with another subtitle. */
export function SynchroniseSummary({ result }: { result: SynchroniseResult }) {
  const { t } = useTranslation();
  if (!result.changed)
    return (
      <Text>{t(result.trust < MIN_TRUST ? 'syncReference.unrelated' : 'syncReference.alreadyInSync')}</Text>
    );
  const isSure = result.trust >= SURE_TRUST;
  return <TimesSummary times={result} isSure={isSure} unsureText={t('syncReference.unsureText')} />;
}

/** Times found from the video's sound; null if none were found, undefined before the sound was analysed. */
export type SoundTimes = (Omit<Retimed, 'undo'> & { changed: boolean; isSure: boolean }) | null | undefined;

export function SoundSummary({ times }: { times: SoundTimes }) {
  const { t } = useTranslation();
  if (times === undefined) return null;
  if (!times) return <Text>{t('bySound.noMatch')}</Text>;
  if (!times.changed) return <Text>{t(times.isSure ? 'bySound.alreadyInSync' : 'bySound.noMatch')}</Text>;
  return <TimesSummary times={times} isSure={times.isSure} unsureText={t('bySound.unsure')} />;
}

type SummaryProps = {
  times: Pick<Retimed, 'offset' | 'scale' | 'jumps'>;
  isSure: boolean;
  unsureText: string;
};

/** Offset, speed, jumps and confidence of new times. */
function TimesSummary({ times, isSure, unsureText }: SummaryProps) {
  const { t } = useTranslation();
  const rows: [string, string][] = [
    [t('syncReference.offset'), formatSignedSeconds(times.offset)],
    [t('syncReference.scale'), `× ${times.scale.toFixed(5)}`],
    // Not a percentage, since even good results of translations only reach 20 to 60.
    [t('syncReference.certainty'), t(isSure ? 'syncReference.sure' : 'syncReference.unsure')],
  ];
  return (
    <Stack gap="md" mb="md">
      {!isSure && (
        <Alert color="yellow" variant="light">
          {unsureText}
        </Alert>
      )}
      <dl className={classes.facts}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="ltr">{value}</dd>
          </div>
        ))}
        <div>
          <dt>{t('syncReference.jumps')}</dt>
          {times.jumps.length === 0 && <dd>{t('syncReference.noJumps')}</dd>}
          {times.jumps.map(({ at, by }) => (
            <dd key={at}>
              {t('syncReference.jump', { at: formatPosition(at), by: formatSignedSeconds(by) })}
            </dd>
          ))}
        </div>
      </dl>
    </Stack>
  );
}

/** Number of examples, spread evenly over the rows that move. */
const EXAMPLE_COUNT = 5;

export type TimedUnit = 'cue' | 'segment';

type TableProps = { before: readonly Cue[]; after: readonly Cue[]; unit: TimedUnit };

/** Table of old and new times for some cues or segments. */
export function TimesTable({ before, after, unit }: TableProps) {
  const { t } = useTranslation();
  const moved = before.flatMap((cue, at) => {
    const next = after[at];
    return next && (next.start !== cue.start || next.end !== cue.end) ? [{ cue, next, at }] : [];
  });
  const last = moved.length - 1;
  const examples = new Set(
    Array.from({ length: EXAMPLE_COUNT }, (_, at) => moved[Math.round((last * at) / (EXAMPLE_COUNT - 1))]),
  );
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t(`retime.one.${unit}`)}</th>
          <th scope="col">{t('syncReference.before')}</th>
          <th scope="col">{t('syncReference.after')}</th>
        </tr>
      </thead>
      <tbody>
        {[...examples].map(
          (example) =>
            example && (
              <tr key={example.at}>
                <td>
                  #{example.at + 1}{' '}
                  <Box component="span" c="var(--quiet)" dir="auto">
                    {example.cue.text}
                  </Box>
                </td>
                <td>{formatPosition(example.cue.start)}</td>
                <td>{formatPosition(example.next.start)}</td>
              </tr>
            ),
        )}
      </tbody>
    </table>
  );
}
