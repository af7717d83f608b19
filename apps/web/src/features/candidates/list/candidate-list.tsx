import '@mantine/core/styles/Skeleton.css';
import { Button, Skeleton, Stack } from '@mantine/core';
import type { candidates } from '@sayback/contract';
import { useTranslation } from '../../../locales/translation.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import facts from '../candidate-facts.module.css';
import type { ReviewStep } from '../review/use-review.ts';
import { isSelected, type Selection, setSelected } from '../selection.ts';
import classes from './candidate-card.module.css';
import { CandidateCard } from './candidate-card.tsx';

type Props = {
  list: readonly candidates.Candidate[];
  selection: Selection;
  currentId: number | null;
  isLoading: boolean;
  onSelect: (selection: Selection) => void;
  onCurrent: (id: number) => void;
  onReview: (candidate: candidates.Candidate, step: ReviewStep) => void;
};

export function CandidateList(props: Props) {
  const { list, selection, currentId, isLoading, onSelect, onCurrent, onReview } = props;
  const page = list.map(({ id }) => id);
  return (
    <ul className={classes.list} data-waiting={isLoading || undefined}>
      {list.map((candidate) => (
        <CandidateCard
          key={candidate.id}
          candidate={candidate}
          isSelected={isSelected(selection, candidate.id)}
          isCurrent={candidate.id === currentId}
          onSelectedChange={(isSelected) =>
            onSelect(setSelected(selection, [candidate.id], isSelected, page))
          }
          onFocus={() => onCurrent(candidate.id)}
          onReview={(step) => onReview(candidate, step)}
        />
      ))}
    </ul>
  );
}

/** Message for an empty list: without any candidates, or without any that match the filter. */
export function NoCandidates(props: { hasFilter: boolean; onShowAll: () => void; onSearch: () => void }) {
  const { hasFilter, onShowAll, onSearch } = props;
  const { t } = useTranslation();
  return (
    <Empty text={t(hasFilter ? 'candidates.nothingFound' : 'candidates.empty')} isAnnounced>
      <Button variant="default" onClick={hasFilter ? onShowAll : onSearch}>
        {t(hasFilter ? 'candidates.showAll' : 'candidates.searchVideos')}
      </Button>
    </Empty>
  );
}

export function CandidateSkeletons() {
  const { t } = useTranslation();
  return (
    <Stack gap="sm" role="status" aria-label={t('app.loading')}>
      {['a', 'b', 'c', 'd'].map((key) => (
        <div key={key} className={classes.card}>
          <Skeleton width={24} height={24} />
          <Skeleton className={facts.picture} height="auto" />
          <div className={classes.body}>
            <Skeleton height={22} width="55%" />
            <Skeleton height={20} width="30%" />
            <Skeleton height={16} width="80%" />
            <Skeleton height={44} width="65%" />
          </div>
        </div>
      ))}
    </Stack>
  );
}
