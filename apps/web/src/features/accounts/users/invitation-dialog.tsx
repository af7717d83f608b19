import '@mantine/core/styles/Modal.css';
import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import dialog from '../../../ui/confirm-dialog.module.css';
import { InvitationForm } from './invitation-form.tsx';
import { InvitationLink } from './invitation-link.tsx';
import { useCreateInvitation } from './queries.ts';

/** Makes an invitation and shows its link. It isn't closed by accident: the link can't be shown again. */
export function InvitationDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const creating = useCreateInvitation();
  const close = () => {
    if (!creating.isPending) onClose();
  };
  return (
    <Modal
      opened={opened}
      centered
      onClose={close}
      onExitTransitionEnd={creating.reset}
      title={t('invitations.create')}
      padding="lg"
      closeOnClickOutside={false}
      closeOnEscape={!creating.data}
      closeButtonProps={{ 'aria-label': t('app.close'), size: 44, iconSize: 20 }}
      classNames={{ title: dialog.title }}
    >
      {creating.data ? (
        <InvitationLink url={creating.data.url} onDone={close} />
      ) : (
        <InvitationForm
          isPending={creating.isPending}
          error={creating.error}
          onCreate={creating.mutate}
          onCancel={close}
        />
      )}
    </Modal>
  );
}
