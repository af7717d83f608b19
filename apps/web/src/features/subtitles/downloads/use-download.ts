import { subtitles } from '@sayback/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { saveFrom } from '../../../ui/save-file.ts';

/**
 * Prepares downloads. Most are saved at once; a deck is made by a job, whose id is returned until it is closed. Another request
 * meanwhile returns the same job.
 */
export function useDownload() {
  const [deckJob, setDeckJob] = useState<number | null>(null);

  const { mutate, isPending } = useMutation({
    mutationFn: (body: subtitles.Download) => call(subtitles.prepareDownload, { body }),
    onSuccess: ({ url, job_id }) => {
      if (url !== null) saveFrom(url);
      else setDeckJob(job_id);
    },
    meta: { failed: 'downloads.failed' },
  });
  return { download: mutate, isPending, deckJob, closeDeck: () => setDeckJob(null) };
}
