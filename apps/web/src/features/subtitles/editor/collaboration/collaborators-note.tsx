import type { subtitles } from '@sayback/contract';
import { IconUsers } from '@tabler/icons-react';
import { useTranslation } from '../../../../locales/translation.ts';
import classes from './collaborators-note.module.css';

/** Names the other people who have the alignment open, and marks those on the same page. */
export function CollaboratorsNote({
  collaborators,
  page,
}: {
  collaborators: readonly subtitles.Editor[];
  page: number;
}) {
  const { t, i18n } = useTranslation();
  const isOnPageByName = new Map<string, boolean>();
  for (const collaborator of collaborators)
    isOnPageByName.set(
      collaborator.username,
      isOnPageByName.get(collaborator.username) === true || collaborator.page === page,
    );
  const names = [...isOnPageByName].map(([name, isOnPage]) =>
    isOnPage ? t('editor.otherOnThisPage', { name }) : name,
  );
  return (
    <p className={classes.note} role="status">
      {names.length > 0 && (
        <>
          <IconUsers size={18} stroke={1.6} aria-hidden />
          {t('editor.otherEditors', {
            count: names.length,
            names: new Intl.ListFormat(i18n.language).format(names),
          })}
        </>
      )}
    </p>
  );
}
