import '@mantine/core/styles/Badge.css';
import { Badge, Box, Text } from '@mantine/core';
import { subtitles } from '@sayback/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queryFor } from '../../../api/query.ts';
import { type TextKey, useTranslation } from '../../../locales/translation.ts';
import { Section } from '../section.tsx';
import classes from './own-reports.module.css';

const STATES = {
  open: 'turn.reported.open',
  fixed: 'turn.reported.fixed',
  declined: 'turn.reported.declined',
} as const satisfies Record<subtitles.OwnReport['state'], TextKey>;

const COLORS = { open: 'gray', fixed: 'green', declined: 'orange' };

/** The learner's reports about lines, with their outcome; renders nothing without any. */
export function OwnReports() {
  const { t } = useTranslation();
  const { data } = useQuery(queryFor(subtitles.listOwnReports, {}, { staleTime: 0 }));
  if (!data || data.length === 0) return null;
  return (
    <Section title={t('turn.reported.title')}>
      <ul className={classes.list}>
        {data.map(({ id, video_id, video_title, text, kind, state }) => (
          <li key={id} className={classes.item}>
            <Box miw={0}>
              <p className={classes.text} dir="auto">
                {text}
              </p>
              <Text size="sm" c="dimmed" component="p" m={0}>
                {t(`turn.report.${kind}`)}
                {' · '}
                <Link to="/video/$videoId" params={{ videoId: video_id }} dir="auto">
                  {video_title}
                </Link>
              </Text>
            </Box>
            <Badge color={COLORS[state]} variant="light" size="lg">
              {t(STATES[state])}
            </Badge>
          </li>
        ))}
      </ul>
    </Section>
  );
}
