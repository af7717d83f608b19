import { IconMicrophone } from '@tabler/icons-react';
import { useTranslation } from '../../../../locales/translation.ts';
import { TurnButton } from '../panel/turn-button.tsx';

export function AgainButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <TurnButton icon={<IconMicrophone size={18} aria-hidden />} onClick={onClick}>
      {t('turn.again')}
    </TurnButton>
  );
}
