import { subtitles } from '@sayback/contract';
import type { Cue } from '@sayback/subtitles';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../api/call.ts';
import { queryFor, VIDEOS } from '../../../api/query.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { RetimeDialog } from '../../../ui/sync/retime-dialog.tsx';
import { useOfferUndo } from '../queries.ts';
import { numberCues, useReferences } from './references.ts';
import { useSoundTimes } from './use-sound-times.tsx';

type Props = { subtitle: subtitles.Subtitle; onClose: () => void };

/** Changes the times of a subtitle's cues. The previous ones are saved as a revision. */
export function RetimeSubtitle({ subtitle, onClose }: Props) {
  const { t } = useTranslation();
  const offerUndo = useOfferUndo();
  const params = { id: subtitle.id };
  const { data, error, refetch } = useQuery(queryFor(subtitles.listCues, { params }, { gcTime: 0 }));
  const references = useReferences(subtitle.video_id, subtitle.id);
  const cues = useMemo(() => data && numberCues(data.cues), [data]);
  const sound = useSoundTimes(subtitle.id, cues);
  const saveMutation = useMutation({
    mutationFn: (changed: readonly Cue[]) => {
      const times = changed.map(({ start, end }) => ({ start, end }));
      const body = { uploaded_at: data?.uploaded_at ?? '', note: t('retime.revisionNote'), times };
      return call(subtitles.setCueTimes, { params, body });
    },
    onSuccess: ({ saved_revision_id: id }) => {
      offerUndo(t('retime.done'), () =>
        call(subtitles.applyRevision, { params: { id }, body: { note: '' } }),
      );
      onClose();
    },
    meta: { failed: 'retime.failed', stale: VIDEOS },
  });
  if (cues && references)
    return (
      <RetimeDialog
        {...{ cues, references, onClose }}
        unit="cue"
        sound={sound}
        tools={['shift', 'stretch', 'synchronise', ...(data?.has_sound ? (['sound'] as const) : [])]}
        {...((subtitle.is_original || subtitle.alignment_id !== null) && { note: t('retime.realignNote') })}
        isPending={saveMutation.isPending}
        onApply={(changed) => saveMutation.mutate(changed)}
      />
    );
  return error ? (
    <Dialog title={t('retime.title')} onClose={onClose}>
      <Failure message={t('retime.loadFailed')} onRetry={() => void refetch()} />
    </Dialog>
  ) : null;
}
