import '@mantine/core/styles/Badge.css';
import { Badge, Button, Group, Text } from '@mantine/core';
import { formatPosition, type subtitles } from '@sayback/contract';
import { IconCheck, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../../locales/translation.ts';
import classes from './cuts-screen.module.css';
import type { ProposedCut } from './queries.ts';

type Times = { start_ms: number; end_ms: number };

export type CutSteps = {
  /** Null if the video can't be played. */
  onHear: ((times: Times) => void) | null;
  onAccept: (cut: ProposedCut) => void;
  onDismiss: (cut: subtitles.Cut, outcome: 'fixed' | 'declined') => void;
};

type Props = CutSteps & {
  cut: subtitles.Cut;
  alignmentId: number;
  languages: { original: string; target: string };
};

/** A line in the curator's queue: its reports, its cut, and the proposed one. */
export function CutItem({ cut, alignmentId, languages, onHear, onAccept, onDismiss }: Props) {
  const { t } = useTranslation();
  const { proposed, reports, learners } = cut;
  return (
    <li className={classes.item} data-testid="cut">
      <p className={classes.original} dir="auto" lang={languages.original}>
        {cut.text_original}
      </p>
      <p className={classes.target} dir="auto" lang={languages.target}>
        {cut.text_target}
      </p>
      {reports.length > 0 && (
        <Group gap="xs" mt={6}>
          {reports.map(({ kind, count }) => (
            <Badge key={kind} className={classes.kind} color="orange" variant="light">
              {t(`cuts.kind.${kind}`)} × {count}
            </Badge>
          ))}
          <Text size="sm" c="dimmed">
            {t('cuts.learners', { count: learners })}
          </Text>
        </Group>
      )}
      <div className={classes.times}>
        <Edge label={t('cuts.start')} from={cut.start_ms} to={proposed?.start_ms} />
        <Edge label={t('cuts.end')} from={cut.end_ms} to={proposed?.end_ms} />
        {proposed && (
          <Text size="sm" c="dimmed" component="span">
            {t(`cuts.source.${proposed.source}`)}
            {' · '}
            {t(proposed.is_sure ? 'cuts.sure' : proposed.is_likely ? 'cuts.likely' : 'cuts.unsure')}
          </Text>
        )}
      </div>
      <Group gap="xs">
        {onHear && <Hear label={t(proposed ? 'cuts.hearBefore' : 'cuts.hear')} onClick={() => onHear(cut)} />}
        {onHear && proposed && <Hear label={t('cuts.hearAfter')} onClick={() => onHear(proposed)} />}
        {proposed ? (
          <Button
            variant="light"
            leftSection={<IconCheck size={18} aria-hidden />}
            onClick={() => onAccept({ ...cut, proposed })}
          >
            {t('cuts.accept')}
          </Button>
        ) : (
          <Button variant="light" onClick={() => onDismiss(cut, 'fixed')}>
            {t('cuts.fixed')}
          </Button>
        )}
        <Button
          variant="quiet"
          leftSection={<IconX size={18} aria-hidden />}
          onClick={() => onDismiss(cut, 'declined')}
        >
          {t('cuts.decline')}
        </Button>
        {!proposed && (
          <Button
            variant="subtle"
            renderRoot={(props) => (
              <Link {...props} to="/subtitles/$alignmentId/edit" params={{ alignmentId }} />
            )}
          >
            {t('cuts.openEditor')}
          </Button>
        )}
      </Group>
    </li>
  );
}

const Hear = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button variant="default" leftSection={<IconPlayerPlay size={18} aria-hidden />} onClick={onClick}>
    {label}
  </Button>
);

/** One end of a cut, and its proposed shift. */
function Edge({ label, from, to = from }: { label: string; from: number; to?: number | undefined }) {
  const { i18n } = useTranslation();
  const by = to - from;
  return (
    <span>
      {label}{' '}
      <span dir="ltr" className={classes.number}>
        {formatPosition(from)}
        {by !== 0 && (
          <strong>
            {' '}
            {by.toLocaleString(i18n.language, { style: 'unit', unit: 'millisecond', signDisplay: 'always' })}
          </strong>
        )}
      </span>
    </span>
  );
}
