import { Anchor } from '@mantine/core';
import type { accounts } from '@sayback/contract';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useLanguages } from '../../../api/languages.ts';
import { type DeedKey, deedKeyOf, type FieldKey, fieldsOf, nameOf, placeOf } from './deed-wording.ts';
import classes from './listing.module.css';

type Part = { entry: accounts.AuditEntry };

/** What was done, in a sentence; beneath it what was asked. */
export function DeedText({ entry }: Part) {
  const key = deedKeyOf(entry);
  return (
    <>
      {/* What only a later release of the server does has no wording here. */}
      {key ? <Sentence entry={entry} deed={key} /> : <span lang="en">{entry.summary}</span>}
      <Fields entry={entry} />
    </>
  );
}

/** Stands for the name while the sentence is made: it comes in as a link. */
const MARK = '\ufffc';

function Sentence({ entry, deed }: Part & { deed: DeedKey }) {
  const { t } = useTranslation();
  const [before, after] = t(`activity.deeds.${deed}`, { name: MARK }).split(MARK);
  return (
    <span>
      {before}
      {after !== undefined && <Name entry={entry} />}
      {after}
    </span>
  );
}

function Name({ entry }: Part) {
  const name = <bdi className={classes.name}>{nameOf(entry)}</bdi>;
  const place = placeOf(entry);
  return place ? (
    <Anchor renderRoot={(props) => <Link {...place} {...props} />} underline="always" inherit>
      {name}
    </Anchor>
  ) : (
    name
  );
}

const LANGUAGES = ['language', 'original_language', 'source_language', 'target_language'];

function Fields({ entry }: Part) {
  const { t } = useTranslation();
  const { nameOf: languageName } = useLanguages();
  const fields = fieldsOf(entry);
  if (fields.length === 0) return null;
  const textOf = (field: string, value: (typeof fields)[number][1]): string => {
    if (value === null) return t('activity.nothing');
    if (typeof value === 'boolean') return t(value ? 'activity.yes' : 'activity.no');
    return LANGUAGES.includes(field) ? languageName(String(value)) : String(value);
  };
  return (
    <span className={classes.quiet}>
      {fields.map(([field, value], index) => (
        <span key={field}>
          {index > 0 && ' · '}
          {t(`activity.fields.${field as FieldKey}`, { defaultValue: field })}:{' '}
          <bdi>{textOf(field, value)}</bdi>
        </span>
      ))}
    </span>
  );
}
