import { ActionIcon, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { candidates } from '@sayback/contract';
import { IconKeyboard } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { ApiError, withReason } from '../../../api/api-error.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { keyList } from '../../../ui/commands/commands.ts';
import { KeysDialog } from '../../../ui/commands/keys-dialog.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { JobProgress } from '../../../ui/feedback/job-progress.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { Pagination } from '../../../ui/pagination.tsx';
import { type CandidatesSearch, filterIn, isNarrowed } from '../candidates-search.ts';
import { candidatesQuery } from '../queries.ts';
import { REVIEW_COMMANDS } from '../review/commands.ts';
import { ReviewDialog } from '../review/review-dialog.tsx';
import { useBulkReview } from '../review/use-review.ts';
import {
  chosenBy,
  countSelected,
  isPicked,
  MAX_PICKED,
  NOTHING,
  pick,
  type Selection,
} from '../selection.ts';
import { CandidateList, CandidateSkeletons, NoCandidates } from './candidate-list.tsx';
import classes from './candidate-results.module.css';
import { SelectionBar } from './selection-bar.tsx';
import { useBulkScan } from './use-bulk-scan.ts';
import { useReviewFlow } from './use-review-flow.ts';

type Props = {
  search: CandidatesSearch;
  onTurn: (page: number) => void;
  onShowAll: () => void;
  onSearch: () => void;
};

/** A page of the candidates that match the filter, with the actions on one or many. */
export function CandidateResults({ search, onTurn, onShowAll, onSearch }: Props) {
  const { t } = useTranslation();
  const filter = filterIn(search);
  const { data, error, refetch, isPlaceholderData } = useQuery(candidatesQuery(search));
  const [selection, setSelection] = useState<Selection>(NOTHING);
  const [bulkStep, setBulkStep] = useState<'approve' | 'reject' | null>(null);
  const [isShowingKeys, keys] = useDisclosure();
  const bulkReview = useBulkReview();
  const scan = useBulkScan();

  // Another filter has other results: clear the selection.
  const filterKey = JSON.stringify(filter);
  const [selectedOf, setSelectedOf] = useState(filterKey);
  if (selectedOf !== filterKey) {
    setSelectedOf(filterKey);
    setSelection(NOTHING);
  }
  // The last page disappears with its last candidate.
  const isPastEnd = error instanceof ApiError && error.status === 404 && (search.page ?? 1) > 1;
  const turnBack = useEffectEvent(() => onTurn((search.page ?? 1) - 1));
  useEffect(() => {
    if (isPastEnd) turnBack();
  }, [isPastEnd]);

  const list = data?.results ?? [];
  const page = list.map(({ id }) => id);
  const resultCount = data?.count ?? 0;

  const flow = useReviewFlow(list, {
    onPick: (id) => setSelection(pick(selection, [id], !isPicked(selection, id), page)),
    onShowKeys: keys.open,
  });

  /** Runs an action on the selected candidates, if there are any, and not too many. */
  function withChosen(doIt: (chosen: NonNullable<ReturnType<typeof chosenBy>>) => void): void {
    const chosen = chosenBy(selection, filter);
    if (!chosen) toast.failure(t('candidateSelection.none'));
    else if ((chosen.candidate_ids?.length ?? 0) > MAX_PICKED)
      toast.failure(t('candidateSelection.tooMany', { count: MAX_PICKED }));
    else doIt(chosen);
  }

  if (error && !data && !isPastEnd) {
    return <Failure message={withReason(t('candidates.loadFailed'), error)} onRetry={() => refetch()} />;
  }
  if (!data) return <CandidateSkeletons />;
  return (
    <Stack gap="md">
      {scan.work.isRunning && (
        <div className={classes.work}>
          <JobProgress
            job={scan.work.job}
            label={t('candidateSelection.scanning')}
            isStopping={scan.work.isStopping}
            onStop={scan.work.stop}
          />
        </div>
      )}
      {scan.note && !scan.work.isRunning && <Failure message={scan.note} />}
      {resultCount === 0 ? (
        <NoCandidates isNarrowed={isNarrowed(filter)} onShowAll={onShowAll} onSearch={onSearch} />
      ) : (
        <>
          <SelectionBar
            selection={selection}
            page={page}
            resultCount={resultCount}
            isScanning={scan.work.isRunning}
            onSelect={setSelection}
            onScan={() =>
              withChosen((body) => {
                scan.forget();
                scan.work.start({ body });
              })
            }
            onReview={(step) => withChosen(() => setBulkStep(step))}
          />
          <Group justify="space-between" mih={44}>
            <Text size="sm" c="dimmed" role="status">
              {t('candidates.count', { count: resultCount })}
            </Text>
            <ActionIcon
              variant="quiet"
              aria-label={t('candidates.keys')}
              title={t('candidates.keys')}
              onClick={keys.open}
            >
              <IconKeyboard size={22} aria-hidden />
            </ActionIcon>
          </Group>
          <CandidateList
            list={list}
            selection={selection}
            currentId={flow.currentId}
            isWaiting={isPlaceholderData}
            onSelect={setSelection}
            onCurrent={flow.setCurrentId}
            onReview={flow.byClick}
          />
          <Pagination
            page={search.page ?? 1}
            pages={Math.ceil(resultCount / candidates.CANDIDATE_PAGE_SIZE)}
            onPageChange={onTurn}
          />
        </>
      )}
      {flow.openStep && (
        <ReviewDialog
          step={flow.openStep.step}
          about={flow.openStep.candidate}
          {...(flow.openStep.step === 'priority' && { initial: flow.openStep.candidate })}
          isPending={flow.isPending}
          returnFocusTo={flow.focusAfter}
          onConfirm={flow.input}
          onClose={flow.cancel}
        />
      )}
      {bulkStep && (
        <ReviewDialog
          step={bulkStep}
          about={{ count: countSelected(selection, resultCount) }}
          isPending={bulkReview.isPending}
          onClose={() => setBulkStep(null)}
          onConfirm={(input) =>
            withChosen((chosen) =>
              bulkReview.mutate(
                {
                  ...chosen,
                  review_status: bulkStep === 'approve' ? 'approved' : 'rejected',
                  ...input,
                },
                {
                  onSuccess: () => setSelection(NOTHING),
                  onSettled: () => setBulkStep(null),
                },
              ),
            )
          }
        />
      )}
      {isShowingKeys && (
        <KeysDialog
          title={t('candidateReview.keysTitle')}
          keys={keyList(REVIEW_COMMANDS, t)}
          onClose={keys.close}
        />
      )}
    </Stack>
  );
}
