import '@mantine/core/styles/Anchor.css';
import { Anchor, Paper, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import classes from './auth-page.module.css';

type Props = {
  title: string;
  children: ReactNode;
  /** The way to the screen that one may have wanted instead. */
  other?: { question: string; label: string; to: '/login' | '/register' };
  /** What goes along from one to the other: an invitation, and the page to open afterwards. */
  search?: { invitation?: string | undefined; next?: string | undefined };
};

/** What the product is on one side, a card with a form on the other. */
export function AuthPage({ title, children, other, search = {} }: Props) {
  const { t } = useTranslation();
  usePageTitle(title);
  return (
    <div className={classes.page}>
      <div className={classes.brand}>
        <EchoPicture className={classes.picture} />
        <p className={classes.tagline}>{t('app.tagline')}</p>
      </div>
      <Paper className={classes.card} radius="lg">
        <Title order={1} size="h2" mb="lg">
          {title}
        </Title>
        {children}
        {other && (
          <Text className={classes.other}>
            {other.question}{' '}
            <Anchor
              className={classes.otherLink}
              renderRoot={(props) => <Link to={other.to} search={search} {...props} />}
            >
              {other.label}
            </Anchor>
          </Text>
        )}
      </Paper>
    </div>
  );
}

/** A line that is heard, and the same line said back. Decorative. */
function EchoPicture({ className }: { className?: string | undefined }) {
  const voice = 'M0 14v12M14 4v32M28 10v20M42 0v40M56 12v16M70 6v28M84 14v12';
  return (
    <svg viewBox="0 0 340 200" className={className} aria-hidden="true">
      <path
        fill="var(--mantine-primary-color-filled)"
        d="M24 6h152a18 18 0 0 1 18 18v58a18 18 0 0 1-18 18H62L36 124V100H24A18 18 0 0 1 6 82V24A18 18 0 0 1 24 6Z"
      />
      <g transform="translate(58 33)" fill="none" stroke="#fff" strokeWidth="6" strokeLinecap="round">
        <path d={voice} />
      </g>
      <path
        fill="var(--surface)"
        stroke="var(--echo)"
        strokeWidth="3"
        d="M164 78h152a18 18 0 0 1 18 18v58a18 18 0 0 1-18 18h-12v24l-26-24H164a18 18 0 0 1-18-18V96a18 18 0 0 1 18-18Z"
      />
      <g
        transform="translate(198 105)"
        fill="none"
        stroke="var(--echo)"
        strokeWidth="6"
        strokeLinecap="round"
      >
        <path d={voice} />
      </g>
    </svg>
  );
}
