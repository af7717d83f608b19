import { IconCheck, IconChecks, IconFlag, IconX } from '@tabler/icons-react';
import type { Command } from '../../../ui/commands/commands.ts';
import type { ReviewStep } from './use-review.ts';

/** Context of the review commands. Each acts on one candidate, or moves to one. */
export type ReviewContext = {
  move: (by: 1 | -1) => void;
  review: (id: number, step: ReviewStep) => void;
  setSelected: (id: number) => void;
  openDetails: (id: number) => void;
  showKeys: () => void;
};

/** All review commands. Those with an icon are review steps. */
export const REVIEW_COMMANDS = [
  {
    id: 'next',
    name: 'candidateReview.keyNext',
    keys: ['J'],
    scope: 'page',
    run: ({ move }) => move(1),
  },
  {
    id: 'previous',
    name: 'candidateReview.keyPrevious',
    keys: ['K'],
    scope: 'page',
    run: ({ move }) => move(-1),
  },
  {
    id: 'approve',
    name: 'candidateReview.approve',
    listName: 'candidateReview.keyApprove',
    keys: ['A'],
    scope: 'row',
    Icon: IconCheck,
    run: ({ review }, { id }) => review(id, 'approve'),
  },
  {
    id: 'reject',
    name: 'candidateReview.reject',
    listName: 'candidateReview.keyReject',
    keys: ['R'],
    scope: 'row',
    Icon: IconX,
    run: ({ review }, { id }) => review(id, 'reject'),
  },
  {
    id: 'priority',
    name: 'candidateReview.editPriority',
    scope: 'row',
    Icon: IconFlag,
    run: ({ review }, { id }) => review(id, 'priority'),
  },
  {
    id: 'processed',
    name: 'candidateReview.markProcessed',
    listName: 'candidateReview.keyProcessed',
    keys: ['P'],
    scope: 'row',
    Icon: IconChecks,
    run: ({ review }, { id }) => review(id, 'processed'),
  },
  {
    id: 'pick',
    name: 'candidateReview.keySelect',
    keys: ['X'],
    scope: 'row',
    run: ({ setSelected }, { id }) => setSelected(id),
  },
  {
    id: 'details',
    name: 'candidateReview.keyDetails',
    keys: ['O'],
    scope: 'row',
    run: ({ openDetails }, { id }) => openDetails(id),
  },
  {
    id: 'keys',
    name: 'app.listKeys',
    keys: ['?'],
    scope: 'page',
    run: ({ showKeys }) => showKeys(),
  },
] as const satisfies readonly Command<ReviewContext>[];
