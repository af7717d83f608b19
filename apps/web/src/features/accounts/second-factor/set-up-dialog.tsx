import type { accounts } from '@sayback/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { useReturnFocus } from '../../../ui/use-return-focus.ts';
import { secondFactorQuery } from './queries.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

export type SetUpProps = { profile: accounts.Profile; onClose: () => void };

type Props = SetUpProps & {
  title: string;
  /** What is said once it is done. */
  done: string;
  /** The steps; `onAdded` is given the recovery codes that came with the first factor. */
  children: (onAdded: (codes: string[] | null) => void) => ReactNode;
};

/** The dialog in which a second factor is set up. New recovery codes are its last step, which can't be closed by mistake. */
export function SetUpDialog({ profile, title, done, children, onClose }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [codes, setCodes] = useState<string[] | null>(null);
  useReturnFocus();

  function onAdded(made: string[] | null) {
    void client.invalidateQueries(secondFactorQuery);
    if (made) setCodes(made);
    else finish();
  }

  // Not before: a message would cover what has to be saved.
  function finish() {
    toast.success(done);
    onClose();
  }

  return (
    <Dialog
      onClose={onClose}
      size="lg"
      title={codes ? t('secondFactor.codesTitle') : title}
      closeOnClickOutside={false}
      closeOnEscape={!codes}
      withCloseButton={!codes}
    >
      {codes ? (
        <RecoveryCodes codes={codes} username={profile.username} onDone={finish} />
      ) : (
        children(onAdded)
      )}
    </Dialog>
  );
}
