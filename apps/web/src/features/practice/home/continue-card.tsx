import { Button, Title } from '@mantine/core';
import type { practice } from '@sayback/contract';
import { Link } from '@tanstack/react-router';
import { useProfile } from '../../../api/session.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { FROM_HOME } from '../from-home.ts';
import { isSameLanguage } from '../same-language.ts';
import classes from './continue-card.module.css';
import { Picture } from './video-card.tsx';

/** The video that the learner practised last, with its current line and a link to resume. */
export function ContinueCard({ last }: { last: practice.LastPractised }) {
  const { t } = useTranslation();
  const { video, text_original, text_target } = last;
  const isNative = isSameLanguage(useProfile()?.native_language ?? '', video.original_language);
  return (
    <section aria-labelledby="continue">
      <Title order={2} id="continue" mb="sm">
        {t('home.continue')}
      </Title>
      <div className={classes.card} data-testid="continue">
        <Picture video={video} />
        <div className={classes.body}>
          <p className={classes.title} dir="auto" lang={video.original_language}>
            {video.title}
          </p>
          <blockquote className={classes.line} dir="auto">
            <p lang={video.original_language}>{text_original}</p>
            {!isNative && <p dir="auto">{text_target}</p>}
          </blockquote>
          <div className={classes.foot}>
            <Button
              component={Link}
              to="/video/$videoId"
              params={{ videoId: video.id } as never}
              state={FROM_HOME}
              viewTransition
              size="md"
              className={classes.resume}
              aria-label={t('home.resumeVideo', { title: video.title })}
            >
              {t('home.resume')}
            </Button>
            <span>{t('home.line', { line: video.line, count: video.line_count })}</span>
          </div>
        </div>
      </div>
    </section>
  );
}
