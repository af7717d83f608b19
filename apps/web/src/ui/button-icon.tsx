import type { Icon } from '@tabler/icons-react';

/** A button's icon beside its label. */
export const buttonIcon = (ButtonIcon: Icon) => <ButtonIcon size={18} aria-hidden />;
