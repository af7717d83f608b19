import { ActionIcon } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link, useLocation, useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from '../../../locales/translation.ts';
import classes from './player-frame.module.css';

type Props = {
  /** Empty while unknown, or if there is no such video. */
  title: string;
  language?: string;
  /** Shown below the title. */
  note?: ReactNode;
  /** Shown at the end of the header. */
  tools?: ReactNode;
  children: ReactNode;
};

export function PlayerFrame({ title, language, note, tools, children }: Props) {
  const { t } = useTranslation();
  const { history } = useRouter();
  const isFromHome = useLocation({ select: ({ state }) => state.isFromHome === true });
  function goBack(event: MouseEvent) {
    if (!isFromHome || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    history.back();
  }
  return (
    <div className={classes.frame} data-practice>
      <header className={classes.header}>
        <ActionIcon component={Link} to="/" variant="quiet" aria-label={t('practice.back')} onClick={goBack}>
          <IconArrowLeft aria-hidden className={classes.arrow} />
        </ActionIcon>
        <div className={classes.titles}>
          <h1 className={classes.title} dir="auto" lang={language}>
            {title || t('app.name')}
          </h1>
          {note}
        </div>
        <div className={classes.tools}>{tools}</div>
      </header>
      <div className={classes.content}>{children}</div>
    </div>
  );
}
