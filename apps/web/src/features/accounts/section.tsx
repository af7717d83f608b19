import '@mantine/core/styles/Skeleton.css';
import { Paper, Skeleton, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from '../../locales/translation.ts';
import { AccountTabs } from '../../ui/account-tabs.tsx';
import classes from './section.module.css';

type PageProps = {
  title: string;
  /** True for two columns on wide screens, and tabs to the account's other screens. */
  isWide?: boolean;
  children: ReactNode;
};

/** A screen about the user's account: a title and sections. */
export function SectionedPage({ title, isWide = false, children }: PageProps) {
  return (
    <div className={isWide ? `${classes.page} ${classes.wide}` : classes.page}>
      {isWide && <AccountTabs />}
      <Title order={1}>{title}</Title>
      {children}
    </div>
  );
}

/** Sections in one column on a wide page. */
export const SectionColumn = ({ children }: { children: ReactNode }) => (
  <div className={classes.column}>{children}</div>
);

/** A titled card; without a title, just a card. */
export function Section({ title, children }: { title?: string; children: ReactNode }) {
  const id = useId();
  return (
    <Paper
      component="section"
      radius="lg"
      className={classes.section}
      aria-labelledby={title ? id : undefined}
    >
      {title && (
        <Title order={2} size="1.3rem" id={id}>
          {title}
        </Title>
      )}
      {children}
    </Paper>
  );
}

export function SectionSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('app.loading')}>
      <Section>
        <Skeleton height={20} width="40%" />
        <Skeleton height={44} />
        <Skeleton height={44} width="70%" />
      </Section>
    </div>
  );
}
