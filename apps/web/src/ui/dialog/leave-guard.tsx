import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';

type Props = {
  isAsking: boolean;
  /** Runs before asking: waits for a save in flight, for example. Returns true if leaving would still lose work. */
  wouldLoseWork?: () => Promise<boolean>;
  title: string;
  text: string;
  /** Text of the button that leaves. */
  confirmLabel: string;
};

/** Asks before leaving a page with unfinished work. A change of search params doesn't count as leaving. */
export function LeaveGuard({ isAsking, wouldLoseWork, ...dialog }: Props) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      isAsking && current.pathname !== next.pathname && (wouldLoseWork ? await wouldLoseWork() : true),
    enableBeforeUnload: () => isAsking,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return <ConfirmDialog {...dialog} isPending={false} onConfirm={proceed} onClose={reset} />;
}
