import { ActionIcon, Box, Group, Stack, Text } from '@mantine/core';
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
import { type CandidatesSearch, filterFromSearch, hasFilter } from '../candidates-search.ts';
import { candidatesQuery } from '../queries.ts';
import { REVIEW_COMMANDS } from '../review/commands.ts';
import { ReviewDialog } from '../review/review-dialog.tsx';
import { useBulkReview } from '../review/use-review.ts';
import {
  buildSelectionFilter,
  countSelected,
  EMPTY_SELECTION,
  isSelected,
  MAX_SELECTED,
  type Selection,
  setSelected,
} from '../selection.ts';
import { CandidateList, CandidateSkeletons, NoCandidates } from './candidate-list.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useBulkScan } from './use-bulk-scan.ts';
import { useReviewFlow } from './use-review-flow.ts';

type Props = {
  search: CandidatesSearch;
  /** `replace`: without a step back to the present page. */
  onTurn: (page: number, replace?: boolean) => void;
  onShowAll: () => void;
  onSearch: () => void;
};

/** A page of the candidates that match the filter, with actions on one or many of them. */
export function CandidateResults({ search, onTurn, onShowAll, onSearch }: Props) {
  const { t } = useTranslation();
  const filter = filterFromSearch(search);
  const { data, error, refetch, isPlaceholderData } = useQuery(candidatesQuery(search));
  const [selection, setSelection] = useState<Selection>(EMPTY_SELECTION);
  const [bulkStep, setBulkStep] = useState<'approve' | 'reject' | null>(null);
  const [isShowingKeys, keys] = useDisclosure();
  const bulkReview = useBulkReview();
  const scan = useBulkScan();

  // Another filter has other results, so clear the selection.
  const filterKey = JSON.stringify(filter);
  const [selectionFilterKey, setSelectionFilterKey] = useState(filterKey);
  if (selectionFilterKey !== filterKey) {
    setSelectionFilterKey(filterKey);
    setSelection(EMPTY_SELECTION);
  }
  // The last page disappears along with its last candidate.
  const isPastEnd = error instanceof ApiError && error.status === 404 && (search.page ?? 1) > 1;
  const goToPreviousPage = useEffectEvent(() => onTurn((search.page ?? 1) - 1, true));
  useEffect(() => {
    if (isPastEnd) goToPreviousPage();
  }, [isPastEnd]);

  const list = data?.results ?? [];
  const page = list.map(({ id }) => id);
  const resultCount = data?.count ?? 0;

  const reviewFlow = useReviewFlow(list, {
    onToggleSelected: (id) => setSelection(setSelected(selection, [id], !isSelected(selection, id), page)),
    onShowKeys: keys.open,
  });

  /** Runs an action on the selected candidates; shows an error for none, or too many. */
  function withSelection(
    action: (selected: NonNullable<ReturnType<typeof buildSelectionFilter>>) => void,
  ): void {
    const selected = buildSelectionFilter(selection, filter);
    if (!selected) toast.failure(t('candidateSelection.none'));
    else if ((selected.candidate_ids?.length ?? 0) > MAX_SELECTED)
      toast.failure(t('candidateSelection.tooMany', { count: MAX_SELECTED }));
    else action(selected);
  }

  if (error && !data && !isPastEnd) {
    return <Failure message={withReason(t('candidates.loadFailed'), error)} onRetry={() => refetch()} />;
  }
  if (!data) return <CandidateSkeletons />;
  return (
    <Stack gap="md">
      {scan.candidateJob.isRunning && (
        <Box p="0.9rem 1rem" bd="1px solid var(--edge)" bdrs="lg" bg="var(--surface)">
          <JobProgress
            job={scan.candidateJob.job}
            label={t('candidateSelection.scanning')}
            isStopping={scan.candidateJob.isStopping}
            onStop={scan.candidateJob.stop}
          />
        </Box>
      )}
      {scan.note && !scan.candidateJob.isRunning && <Failure message={scan.note} />}
      {resultCount === 0 ? (
        <NoCandidates hasFilter={hasFilter(filter)} onShowAll={onShowAll} onSearch={onSearch} />
      ) : (
        <>
          <SelectionBar
            selection={selection}
            page={page}
            resultCount={resultCount}
            isScanning={scan.candidateJob.isRunning}
            onSelect={setSelection}
            onScan={() =>
              withSelection((body) => {
                scan.clearNote();
                scan.candidateJob.start({ body });
              })
            }
            onReview={(step) => withSelection(() => setBulkStep(step))}
          />
          <Group justify="space-between" mih={44}>
            <Text size="sm" c="dimmed" role="status">
              {t('candidates.count', { count: resultCount })}
            </Text>
            <ActionIcon variant="quiet" aria-label={t('app.keys')} title={t('app.keys')} onClick={keys.open}>
              <IconKeyboard size={22} aria-hidden />
            </ActionIcon>
          </Group>
          <CandidateList
            list={list}
            selection={selection}
            currentId={reviewFlow.currentId}
            isLoading={isPlaceholderData}
            onSelect={setSelection}
            onCurrent={reviewFlow.setCurrentId}
            onReview={reviewFlow.reviewByClick}
          />
          <Pagination
            page={search.page ?? 1}
            pages={Math.ceil(resultCount / candidates.CANDIDATE_PAGE_SIZE)}
            onPageChange={(page) => onTurn(page)}
          />
        </>
      )}
      {reviewFlow.openStep && (
        <ReviewDialog
          step={reviewFlow.openStep.step}
          subject={reviewFlow.openStep.candidate}
          {...(reviewFlow.openStep.step === 'priority' && { initial: reviewFlow.openStep.candidate })}
          isPending={reviewFlow.isPending}
          returnFocusTo={reviewFlow.returnFocusTo}
          onConfirm={reviewFlow.input}
          onClose={reviewFlow.cancel}
        />
      )}
      {bulkStep && (
        <ReviewDialog
          step={bulkStep}
          subject={{ count: countSelected(selection, resultCount) }}
          isPending={bulkReview.isPending}
          onClose={() => setBulkStep(null)}
          onConfirm={(input) =>
            withSelection((selected) =>
              bulkReview.mutate(
                {
                  ...selected,
                  review_status: bulkStep === 'approve' ? 'approved' : 'rejected',
                  ...input,
                },
                {
                  onSuccess: () => {
                    setSelection(EMPTY_SELECTION);
                    setBulkStep(null);
                  },
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
