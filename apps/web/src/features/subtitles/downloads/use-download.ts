import { subtitles } from '@sayback/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { startDownload } from '../../../ui/save-file.ts';

/**
 * Prepares downloads. Most start at once; a deck is built by a job, whose id is `deckJobId` until `closeDeck` is called. Another
 * request in the meantime returns the same job.
 */
export function useDownload() {
  const [deckJobId, setDeckJobId] = useState<number | null>(null);

  const { mutate, isPending } = useMutation({
    mutationFn: (body: subtitles.Download) => call(subtitles.prepareDownload, { body }),
    onSuccess: ({ url, job_id }) => {
      if (url !== null) startDownload(url);
      else setDeckJobId(job_id);
    },
    meta: { failed: 'downloads.failed' },
  });
  return { download: mutate, isPending, deckJobId, closeDeck: () => setDeckJobId(null) };
}
