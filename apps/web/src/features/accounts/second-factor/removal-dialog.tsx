import { useQueryClient } from '@tanstack/react-query';
import { Dialog } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { useReturnFocus } from '../../../ui/use-return-focus.ts';
import { type Confirmed, ConfirmForm } from './confirm-form.tsx';
import { secondFactorQuery } from './queries.ts';

type Props = {
  title: string;
  text: string;
  confirmLabel: string;
  /** What is said once it is done. */
  done: string;
  hasPassword: boolean;
  remove: (confirmed: Confirmed) => Promise<unknown>;
  onClose: () => void;
};

/** Asks before a second factor is taken away. */
export function RemovalDialog({ title, text, confirmLabel, done, hasPassword, remove, onClose }: Props) {
  const client = useQueryClient();
  useReturnFocus();
  async function confirm(confirmed: Confirmed): Promise<void> {
    await remove(confirmed);
    await client.invalidateQueries(secondFactorQuery);
    toast.success(done);
    onClose();
  }
  return (
    <Dialog onClose={onClose} title={title} closeOnClickOutside={false}>
      <ConfirmForm
        text={text}
        confirmLabel={confirmLabel}
        isGrave
        hasPassword={hasPassword}
        onConfirm={confirm}
        onCancel={onClose}
      />
    </Dialog>
  );
}
