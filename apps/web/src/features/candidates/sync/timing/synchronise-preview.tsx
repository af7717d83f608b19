import { Alert, Stack, Text } from '@mantine/core';
import { type Cue, MIN_TRUST, SURE_TRUST } from '@sayback/subtitles';
import { useTranslation } from '../../../../locales/translation.ts';
import { signedSeconds, timeText } from '../model/time-text.ts';
import classes from './synchronise-preview.module.css';
import type { SynchroniseResult } from './synchronise-task.ts';

/** How many segments are shown as an example: spread over the whole file. */
const EXAMPLES = 5;

/** What synchronising would do: offset, speed, jumps, and how some segments move. */
export function SynchronisePreview({ result, cues }: { result: SynchroniseResult; cues: readonly Cue[] }) {
  const { t } = useTranslation();
  if (!result.changed)
    return <Text>{t(result.trust < MIN_TRUST ? 'syncReference.unrelated' : 'syncReference.inTime')}</Text>;
  const facts: [string, string][] = [
    [t('syncReference.offset'), signedSeconds(result.offset)],
    [t('syncReference.scale'), `× ${result.scale.toFixed(5)}`],
    [t('syncReference.trust'), t('syncReference.percent', { percent: Math.round(result.trust * 100) })],
  ];
  const last = cues.length - 1;
  const places = [
    ...new Set(Array.from({ length: EXAMPLES }, (_, at) => Math.round((last * at) / (EXAMPLES - 1)))),
  ];
  return (
    <Stack gap="md">
      {result.trust < SURE_TRUST && (
        <Alert color="yellow" variant="light">
          {t('syncReference.unsure')}
        </Alert>
      )}
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="ltr">{value}</dd>
          </div>
        ))}
        <div>
          <dt>{t('syncReference.jumps')}</dt>
          {result.jumps.length === 0 && <dd>{t('syncReference.noJumps')}</dd>}
          {result.jumps.map(({ at, by }) => (
            <dd key={at}>{t('syncReference.jump', { at: timeText(at), by: signedSeconds(by) })}</dd>
          ))}
        </div>
      </dl>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('syncReference.segment')}</th>
            <th scope="col">{t('syncReference.before')}</th>
            <th scope="col">{t('syncReference.after')}</th>
          </tr>
        </thead>
        <tbody>
          {places.map((place) => (
            <tr key={place}>
              <td>
                #{place + 1}{' '}
                <span className={classes.text} dir="auto">
                  {cues[place]?.text}
                </span>
              </td>
              <td>{timeText(cues[place]?.start ?? 0)}</td>
              <td>{timeText(result.cues[place]?.start ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Stack>
  );
}
