import '@mantine/core/styles/Anchor.css';
import { Anchor } from '@mantine/core';
import type { accounts } from '@sayback/contract';
import { Link } from '@tanstack/react-router';
import { useLanguages } from '../../../api/languages.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { useTimeText } from '../../../ui/use-time-text.ts';
import { type FieldKey, linkTarget, listFields, messageEvent, targetName } from './audit-messages.ts';
import classes from './listing.module.css';

type Props = { entry: accounts.AuditEntry };

/** An audit entry as a sentence, with the request's fields below. */
export function AuditMessage({ entry }: Props) {
  const { i18n } = useTranslation();
  return (
    <>
      {/* Events of other releases can be without a message. */}
      {i18n.exists(`activity.events.${messageEvent(entry)}`) ? (
        <Sentence entry={entry} />
      ) : (
        <span lang="en">{entry.summary}</span>
      )}
      <Fields entry={entry} />
    </>
  );
}

/** Replaced by the name, as a link. */
const PLACEHOLDER = '\ufffc';

function Sentence({ entry }: Props) {
  const { t } = useTranslation();
  const [before, after] = t(`activity.events.${messageEvent(entry)}`, { name: PLACEHOLDER }).split(
    PLACEHOLDER,
  );
  return (
    <span>
      {before}
      {after !== undefined && <Name entry={entry} />}
      {after}
    </span>
  );
}

function Name({ entry }: Props) {
  const name = <bdi className={classes.name}>{targetName(entry)}</bdi>;
  const link = linkTarget(entry);
  return link ? (
    <Anchor renderRoot={(props) => <Link {...link} {...props} />} underline="always" inherit>
      {name}
    </Anchor>
  ) : (
    name
  );
}

/** The server's timestamps. */
const TIMESTAMP = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

const LANGUAGES = ['language', 'original_language', 'source_language', 'target_language'];

function Fields({ entry }: Props) {
  const { t, i18n } = useTranslation();
  const { languageName } = useLanguages();
  const { formatTime } = useTimeText();
  const fields = listFields(entry);
  if (fields.length === 0) return null;
  const fieldName = (field: string) => {
    const key = `activity.fields.${field as FieldKey}` as const;
    return i18n.exists(key) ? t(key) : field;
  };
  const formatValue = (field: string, value: (typeof fields)[number][1]): string => {
    if (value === null || value === '') return t('activity.nothing');
    if (typeof value === 'boolean') return t(value ? 'activity.yes' : 'activity.no');
    if (typeof value === 'string' && TIMESTAMP.test(value)) return formatTime(value);
    return LANGUAGES.includes(field) ? languageName(String(value)) : String(value);
  };
  return (
    <span className={classes.quiet}>
      {fields.map(([field, value, before], index) => (
        <span key={field}>
          {index > 0 && ' · '}
          {fieldName(field)}:{' '}
          {before !== undefined && (
            <>
              <del>
                <bdi>{formatValue(field, before)}</bdi>
              </del>{' '}
            </>
          )}
          <bdi>{formatValue(field, value)}</bdi>
        </span>
      ))}
    </span>
  );
}
