import { useTranslation } from 'react-i18next';
import { KeysDialog } from '../../../ui/keys-dialog.tsx';

/** The keys of the review. */
export function ReviewKeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const keys: [string, string][] = [
    ['J', t('candidateReview.keyNext')],
    ['K', t('candidateReview.keyPrevious')],
    ['A', t('candidateReview.keyApprove')],
    ['R', t('candidateReview.keyReject')],
    ['P', t('candidateReview.keyProcessed')],
    ['X', t('candidateReview.keyPick')],
    ['O', t('candidateReview.keyDetails')],
    ['?', t('candidateReview.keyList')],
  ];
  return <KeysDialog title={t('candidateReview.keysTitle')} keys={keys} onClose={onClose} />;
}
