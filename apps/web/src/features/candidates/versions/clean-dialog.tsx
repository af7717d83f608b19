import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import { Checkbox, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { withReason } from '../../../api/api-error.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { AskBeforeClosing } from '../../../ui/dialog/ask-before-closing.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Skeletons } from '../../../ui/feedback/skeletons.tsx';
import classes from '../details/dialogs.module.css';
import { CleanChanges } from './clean-changes.tsx';
import { type CleaningOptions, cleaningQuery, useClean, type VersionName } from './version-mutations.ts';

type Props = { version: VersionName; lang: string; onClose: () => void };

const ALL_OPTIONS: CleaningOptions = {
  remove_hearing_impaired: true,
  remove_speaker_names: true,
  remove_effects: true,
};

const WORDING = {
  remove_hearing_impaired: 'candidateClean.hearingImpaired',
  remove_speaker_names: 'candidateClean.speakerNames',
  remove_effects: 'candidateClean.effects',
} as const satisfies Record<keyof CleaningOptions, string>;

const OPTIONS = Object.entries(WORDING) as [keyof CleaningOptions, (typeof WORDING)[keyof CleaningOptions]][];

/** Cleans a subtitle after a preview, which allows refusing single changes. */
export function CleanDialog({ version, lang, onClose }: Props) {
  const { t } = useTranslation();
  const [options, setOptions] = useState(ALL_OPTIONS);
  const [refused, setRefused] = useState<ReadonlySet<number>>(new Set());
  const { data, error, refetch } = useQuery(cleaningQuery(version, options));
  const changes = data?.changes;
  // Refusing a change can make others of the same cue ineffective: only the server knows how many remain.
  const { data: remaining } = useQuery({
    ...cleaningQuery(version, options, [...refused].sort()),
    enabled: refused.size > 0,
  });
  const { mutate: clean, isPending } = useClean(version);
  return (
    <ActionDialog
      size="xl"
      title={t('candidateClean.title', { key: version.key })}
      label={t('candidateVersion.clean')}
      isDisabled={!changes}
      focus="confirm"
      onConfirm={() => clean({ options, refused: [...refused] }, { onSuccess: onClose })}
      {...{ isPending, onClose }}
    >
      <fieldset>
        <legend className={classes.legend}>{t('candidateClean.whatToRemove')}</legend>
        {OPTIONS.map(([name, wording]) => (
          <Checkbox
            key={name}
            label={t(wording)}
            classNames={{ body: classes.check }}
            checked={options[name]}
            onChange={({ currentTarget: { checked } }) => {
              setOptions({ ...options, [name]: checked });
              // Other options give the changes other positions.
              setRefused(new Set());
            }}
          />
        ))}
      </fieldset>
      {error && !changes && (
        <Failure message={withReason(t('candidateClean.failed'), error)} onRetry={() => refetch()} />
      )}
      {!changes && !error && <Skeletons heights={[72, 72]} />}
      {changes?.length === 0 && <Text role="status">{t('candidateClean.nothing')}</Text>}
      {changes && changes.length > 0 && (
        <CleanChanges
          changes={changes}
          made={remaining?.made ?? changes.length - refused.size}
          refused={refused}
          lang={lang}
          onRefuse={setRefused}
        />
      )}
      <AskBeforeClosing when={refused.size > 0} />
    </ActionDialog>
  );
}
