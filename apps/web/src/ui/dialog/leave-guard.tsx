import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';

type Props = {
  isAsking: boolean;
  /** Runs first: waits for a save in flight, for example. Returns true if something would still be lost. */
  settle?: () => Promise<boolean>;
  title: string;
  text: string;
  /** Text of the button that leaves. */
  confirmLabel: string;
};

/** Asks before leaving a page with unfinished work. A change of search params doesn't count as leaving. */
export function LeaveGuard({ isAsking, settle, ...dialog }: Props) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      isAsking && current.pathname !== next.pathname && (settle ? await settle() : true),
    enableBeforeUnload: () => isAsking,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return <ConfirmDialog {...dialog} isPending={false} onConfirm={proceed} onClose={reset} />;
}
