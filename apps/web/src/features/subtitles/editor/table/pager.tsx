import { Button, Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import classes from './pager.module.css';

type Props = { page: number; count: number; onPage: (page: number) => void };

/** Buttons for the previous and next page, with an input for the page number. */
export function Pager({ page, count, onPage }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(String(page));
  useEffect(() => setTyped(String(page)), [page]);
  if (count < 2) return null;
  const [before, after] = t('app.page', { page: '\n', count }).split('\n');
  const goToTyped = () => {
    const requestedPage = Number(typed);
    if (Number.isInteger(requestedPage) && requestedPage >= 1) onPage(Math.min(requestedPage, count));
    else setTyped(String(page));
  };
  return (
    <Group component="nav" aria-label={t('editor.pages')} justify="center" gap={6} className={classes.pager}>
      <Button variant="default" mih={36} size="xs" disabled={page === 1} onClick={() => onPage(page - 1)}>
        {t('app.previousPage')}
      </Button>
      <form
        className={classes.number}
        onSubmit={(event) => {
          event.preventDefault();
          goToTyped();
        }}
      >
        <label>
          {before}
          <input
            inputMode="numeric"
            aria-label={t('app.page', { page, count })}
            size={Math.max(2, String(count).length)}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            onBlur={goToTyped}
          />
          {after}
        </label>
      </form>
      <Button variant="default" mih={36} size="xs" disabled={page === count} onClick={() => onPage(page + 1)}>
        {t('app.nextPage')}
      </Button>
    </Group>
  );
}
