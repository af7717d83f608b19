import '@mantine/core/styles/Anchor.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import { Anchor, Checkbox, Select, Text, Textarea, TextInput } from '@mantine/core';
import { candidates } from '@sayback/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, withReason } from '../../../api/api-error.ts';
import { call, type Input } from '../../../api/call.ts';
import { useLanguages } from '../../../api/languages.ts';
import { refreshVideos } from '../../../api/query.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { AskBeforeClosing } from '../../../ui/dialog/ask-before-closing.tsx';
import { FailureMessage } from '../../../ui/feedback/form-message.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import classes from '../details/dialogs.module.css';
import { refreshCandidates } from '../queries.ts';
import {
  findPublishable,
  likelyOriginal,
  likelyTargets,
  type Publishable,
  possibleTargets,
  toggleTarget,
} from './publication.ts';

type Props = { candidate: candidates.CandidateDetail; onClose: () => void };

function usePublish(id: number) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (body: Input<typeof candidates.publishCandidate>['body']) =>
      call(candidates.publishCandidate, { params: { id }, body }),
    onSuccess: async ({ video_id, left_out: count = 0 }) => {
      toast.success(t('candidatePublish.done'));
      if (count > 0) toast.note(t('videoDetail.skippedLines', { count }));
      void refreshCandidates(client);
      void refreshVideos(client);
      await navigate({ to: '/video-manager/videos/$videoId', params: { videoId: video_id } });
    },
  });
}

export function PublishDialog({ candidate, onClose }: Props) {
  const { t } = useTranslation();
  const { languages, languageName } = useLanguages();
  const versions = findPublishable(
    candidate,
    languages.map(({ code }) => code),
  );
  const [original, setOriginal] = useState(() => likelyOriginal(versions, candidate.language));
  const [targets, setTargets] = useState(() => likelyTargets(versions, original));
  const [title, setTitle] = useState(candidate.title);
  const [description, setDescription] = useState('');
  const { mutate: publish, isPending, error } = usePublish(candidate.id);
  const versionLabel = ({ key, language, isAuto }: Publishable) =>
    [languageName(language), key, isAuto && t('candidatePublish.automatic')].filter(Boolean).join(' · ');
  const translations = possibleTargets(versions, original);

  return (
    <ActionDialog
      size="lg"
      title={t('candidatePublish.title')}
      label={t('videoDetail.publish')}
      isDisabled={original === null || title.trim() === ''}
      focus="confirm"
      onSubmit={() => {
        if (original === null || title.trim() === '') return;
        const text = description.trim();
        publish({ original, targets, title: title.trim(), ...(text && { description: text }) });
      }}
      {...{ isPending, onClose }}
    >
      {error && !isPending && <PublishError error={error} />}
      <Text>{t('candidatePublish.text')}</Text>
      <Select
        label={t('candidatePublish.original')}
        size="md"
        className={classes.field}
        allowDeselect={false}
        value={original}
        data={versions.map((version) => ({ value: version.key, label: versionLabel(version) }))}
        onChange={(key) => {
          setOriginal(key);
          setTargets(likelyTargets(versions, key));
        }}
      />
      <fieldset>
        <legend className={classes.legend}>{t('candidatePublish.targets')}</legend>
        {translations.length === 0 && <Text c="dimmed">{t('candidatePublish.noTargets')}</Text>}
        {translations.map((version) => (
          <Checkbox
            key={version.key}
            label={versionLabel(version)}
            classNames={{ body: classes.check }}
            checked={targets.includes(version.key)}
            onChange={({ currentTarget: { checked } }) =>
              setTargets(toggleTarget(versions, targets, version.key, checked))
            }
          />
        ))}
      </fieldset>
      <TextInput
        label={t('videoManager.fieldTitle')}
        className={classes.field}
        dir="auto"
        lang={candidate.language}
        required
        withAsterisk={false}
        value={title}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
      />
      <Textarea
        label={t('candidatePublish.description')}
        description={t('candidatePublish.descriptionHint')}
        dir="auto"
        rows={3}
        maxLength={10_000}
        value={description}
        onChange={({ currentTarget }) => setDescription(currentTarget.value)}
      />
      <AskBeforeClosing when={title !== candidate.title || description !== ''} />
    </ActionDialog>
  );
}

/** Why publishing failed, with a link to the existing video of the same YouTube id, if any. */
function PublishError({ error }: { error: Error }) {
  const { t } = useTranslation();
  const response = error instanceof ApiError ? error.body : null;
  const { video_id: videoId } = (response ?? {}) as { video_id?: unknown };
  return (
    <FailureMessage
      message={
        <>
          {withReason(t('candidatePublish.failed'), error)}{' '}
          {typeof videoId === 'number' && (
            <Anchor
              renderRoot={(props) => (
                <Link {...props} to="/video-manager/videos/$videoId" params={{ videoId }} />
              )}
            >
              {t('candidatePublish.openVideo')}
            </Anchor>
          )}
        </>
      }
    />
  );
}
