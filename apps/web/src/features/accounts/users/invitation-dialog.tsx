import { useTranslation } from '../../../locales/translation.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { InvitationForm } from './invitation-form.tsx';
import { InvitationLink } from './invitation-link.tsx';
import { useCreateInvitation } from './queries.ts';

/** Creates an invitation and shows its link. Can't be closed by accident then: the link isn't shown again. */
export function InvitationDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const creating = useCreateInvitation();
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      isPending={creating.isPending}
      onExitTransitionEnd={creating.reset}
      title={t('invitations.create')}
      closeOnClickOutside={false}
      closeOnEscape={!creating.data}
    >
      {creating.data ? (
        <InvitationLink url={creating.data.url} onDone={onClose} />
      ) : (
        <InvitationForm
          isPending={creating.isPending}
          error={creating.error}
          onCreate={creating.mutate}
          onCancel={onClose}
        />
      )}
    </Dialog>
  );
}
