import '@mantine/core/styles/Badge.css';
import { Badge, Box, Button, Flex, Group, Text } from '@mantine/core';
import { formatPosition, type subtitles } from '@sayback/contract';
import { IconCheck, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../../locales/translation.ts';
import { buttonIcon } from '../../../ui/button-icon.tsx';
import classes from './cuts-screen.module.css';
import type { ProposedCut } from './queries.ts';

type Props = {
  cut: subtitles.Cut;
  alignmentId: number;
  languages: { original: string; target: string };
  /** Null if the video can't be played. */
  onPlay: ((times: { start_ms: number; end_ms: number }) => void) | null;
  onAccept: (cut: ProposedCut) => void;
  onDismiss: (cut: subtitles.Cut, outcome: 'fixed' | 'declined') => void;
};

/** An item of the curator's queue: the line's reports, its current cut and the proposed one. */
export function CutItem({ cut, alignmentId, languages, onPlay, onAccept, onDismiss }: Props) {
  const { t } = useTranslation();
  const { proposed, reports, learners } = cut;
  return (
    <Box component="li" p="md" bd="1px solid var(--edge)" bdrs="lg" bg="var(--surface)" data-testid="cut">
      <Box component="p" fw={600} dir="auto" lang={languages.original}>
        {cut.text_original}
      </Box>
      <Box component="p" m="2px 0 0" c="var(--mantine-color-dimmed)" dir="auto" lang={languages.target}>
        {cut.text_target}
      </Box>
      {reports.length > 0 && (
        <Group gap="xs" mt={6}>
          {reports.map(({ kind, count }) => (
            <Badge key={kind} c="var(--doubt)" color="orange" variant="light">
              {t(`cuts.kind.${kind}`)} × {count}
            </Badge>
          ))}
          <Text size="sm" c="dimmed">
            {t('cuts.learners', { count: learners })}
          </Text>
        </Group>
      )}
      <Flex wrap="wrap" gap="4px 20px" m="10px 0" fz="sm">
        <Edge label={t('cuts.start')} from={cut.start_ms} to={proposed?.start_ms} />
        <Edge label={t('cuts.end')} from={cut.end_ms} to={proposed?.end_ms} />
        {proposed && (
          <Text size="sm" c="dimmed" component="span">
            {t(`cuts.source.${proposed.source}`)}
            {' · '}
            {t(proposed.is_sure ? 'cuts.sure' : proposed.is_likely ? 'cuts.likely' : 'cuts.unsure')}
          </Text>
        )}
      </Flex>
      <Group gap="xs">
        {onPlay && (
          <PlayButton label={t(proposed ? 'cuts.playCurrent' : 'cuts.play')} onClick={() => onPlay(cut)} />
        )}
        {onPlay && proposed && <PlayButton label={t('cuts.playProposed')} onClick={() => onPlay(proposed)} />}
        {proposed ? (
          <Button
            variant="light"
            leftSection={buttonIcon(IconCheck)}
            onClick={() => onAccept({ ...cut, proposed })}
          >
            {t('cuts.accept')}
          </Button>
        ) : (
          <Button variant="light" onClick={() => onDismiss(cut, 'fixed')}>
            {t('cuts.fixed')}
          </Button>
        )}
        <Button variant="quiet" leftSection={buttonIcon(IconX)} onClick={() => onDismiss(cut, 'declined')}>
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
    </Box>
  );
}

const PlayButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button variant="default" leftSection={buttonIcon(IconPlayerPlay)} onClick={onClick}>
    {label}
  </Button>
);

/** Start or end time of a cut, with its proposed shift. */
function Edge({ label, from, to = from }: { label: string; from: number; to?: number | undefined }) {
  const { i18n } = useTranslation();
  const shift = to - from;
  return (
    <span>
      {label}{' '}
      <span dir="ltr" className={classes.number}>
        {formatPosition(from)}
        {shift !== 0 && (
          <strong>
            {' '}
            {shift.toLocaleString(i18n.language, {
              style: 'unit',
              unit: 'millisecond',
              signDisplay: 'always',
            })}
          </strong>
        )}
      </span>
    </span>
  );
}
