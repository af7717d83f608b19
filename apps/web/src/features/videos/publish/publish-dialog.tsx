import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { videos } from '@sayback/contract';
import type { FaultWeight, PublishFault } from '@sayback/subtitles';
import { Link } from '@tanstack/react-router';
import { useLanguages } from '../../../api/languages.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../../ui/dialog/dialog-buttons.tsx';
import { type CheckedLesson, hasLines } from './check-video.ts';
import classes from './publish-dialog.module.css';

/** The editor's filters for faults, if their names differ. */
const FILTERS: Partial<Record<PublishFault, string>> = { mismatch: 'mismatches', 'not-reviewed': 'machine' };

/** In the order of the dialog. */
const WEIGHTS: readonly FaultWeight[] = ['broken', 'doubtful', 'style'];

type Props = {
  video: videos.Video;
  lessons: readonly CheckedLesson[];
  isPending?: boolean;
  /** Absent for a published video. */
  onPublish?: () => void;
  onClose: () => void;
};

/** Result of the check before or after publishing: blockers, and problems for learners. */
export function PublishDialog({ video, lessons, isPending = false, onPublish, onClose }: Props) {
  const { t } = useTranslation();
  const isBlocked = !hasLines(lessons);
  const isBroken = lessons.some(({ faults }) => faults.some(({ weight }) => weight === 'broken'));
  return (
    <Dialog
      title={t(onPublish ? 'publishCheck.title' : 'publishedProblems.found', { title: video.title })}
      isPending={isPending}
      onClose={onClose}
      size="lg"
    >
      <Stack gap="md">
        {isBlocked ? (
          <Alert color="red" variant="light" title={t('publishCheck.blocked')}>
            {t(lessons.length === 0 ? 'publishCheck.noAlignment' : 'publishCheck.noLine')}
          </Alert>
        ) : (
          <Text>{t(onPublish ? 'publishCheck.problemsFound' : 'publishedProblems.visibleToLearners')}</Text>
        )}
        {lessons
          .filter(({ faults }) => faults.length > 0)
          .map((lesson) => (
            <Faults key={lesson.alignmentId} lesson={lesson} />
          ))}
        {isBlocked || !onPublish ? (
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} data-autofocus>
              {t('app.close')}
            </Button>
          </Group>
        ) : (
          <DialogButtons
            label={t('publishCheck.publishAnyway')}
            isMain={!isBroken}
            isPending={isPending}
            focus="cancel"
            onCancel={onClose}
            onConfirm={onPublish}
          />
        )}
      </Stack>
    </Dialog>
  );
}

function Faults({ lesson: { alignmentId, language, faults } }: { lesson: CheckedLesson }) {
  const { t } = useTranslation();
  const { languageName } = useLanguages();
  return (
    <section aria-label={languageName(language)}>
      <Text component="h3" fw={600} size="sm">
        {languageName(language)}
      </Text>
      {WEIGHTS.map((weight) => ({ weight, group: faults.filter((fault) => fault.weight === weight) }))
        .filter(({ group }) => group.length > 0)
        .map(({ weight, group }) => (
          <details key={weight} open={weight !== 'style'} className={classes.group} data-weight={weight}>
            <summary>
              {t(`publishCheck.${weight}`)}
              <span className={classes.count}>{group.reduce((sum, { count }) => sum + count, 0)}</span>
            </summary>
            <ul className={classes.faults}>
              {group.map(({ kind, count }) => (
                <li key={kind}>
                  <span>{t(`publishCheck.${kind}`, { count })}</span>
                  <Link
                    to="/subtitles/$alignmentId/edit"
                    params={{ alignmentId }}
                    search={{ filter: FILTERS[kind] ?? kind }}
                    className={classes.link}
                    aria-label={t('publishCheck.showLabel', { fault: t(`publishCheck.${kind}`, { count }) })}
                  >
                    {t('publishCheck.show')}
                  </Link>
                </li>
              ))}
            </ul>
          </details>
        ))}
    </section>
  );
}
