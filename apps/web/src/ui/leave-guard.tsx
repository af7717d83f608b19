import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';

type Props = {
  /** True if something would be lost. */
  isAsking: boolean;
  title: string;
  text: string;
  /** The way out. */
  confirmLabel: string;
};

/** Asks before a page is left with something undone on it. Another search in its address is not leaving. */
export function LeaveGuard({ isAsking, ...dialog }: Props) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isAsking && current.pathname !== next.pathname,
    enableBeforeUnload: () => isAsking,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return <ConfirmDialog {...dialog} isPending={false} onConfirm={proceed} onClose={reset} />;
}
