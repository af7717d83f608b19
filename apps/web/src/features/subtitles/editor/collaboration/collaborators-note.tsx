import type { subtitles } from '@sayback/contract';
import { IconUsers } from '@tabler/icons-react';
import { useTranslation } from '../../../../locales/translation.ts';
import classes from './collaborators-note.module.css';

/** Other people in the alignment, and those on this page. */
export function CollaboratorsNote({
  collaborators,
  page,
}: {
  collaborators: readonly subtitles.Editor[];
  page: number;
}) {
  const { t, i18n } = useTranslation();
  const countPages = new Map<string, boolean>();
  for (const other of collaborators)
    countPages.set(other.username, countPages.get(other.username) === true || other.page === page);
  const names = [...countPages].map(([name, isHere]) => (isHere ? t('editor.onThisPage', { name }) : name));
  return (
    <p className={classes.note} role="status">
      {names.length > 0 && (
        <>
          <IconUsers size={18} stroke={1.6} aria-hidden />
          {t('editor.others', {
            count: names.length,
            names: new Intl.ListFormat(i18n.language).format(names),
          })}
        </>
      )}
    </p>
  );
}
