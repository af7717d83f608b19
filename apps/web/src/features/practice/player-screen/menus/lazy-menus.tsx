import { useDisclosure } from '@mantine/hooks';
import type { ComponentProps, ReactNode } from 'react';
import { useLanguages } from '../../../../api/languages.ts';
import { loadTurnWording } from '../../../../locales/i18n.ts';
import { lazyPart, OnDemand } from '../../../../ui/lazy-part.tsx';
import { ModeButton } from './mode-button.tsx';
import { MoreButton } from './more-button.tsx';
import { SpeedButton } from './speed-button.tsx';
import { TranslationButton } from './translation-button.tsx';

const MoreMenu = lazyPart(() => import('./more-menu.tsx'), 'MoreMenu');
const SpeedMenu = lazyPart(() => import('./speed-menu.tsx'), 'SpeedMenu');
const TranslationMenu = lazyPart(() => import('./translation-menu.tsx'), 'TranslationMenu');
const ModeMenu = lazyPart(async () => {
  await loadTurnWording();
  return import('./mode-menu.tsx');
}, 'ModeMenu');

export const MENUS = [SpeedMenu, TranslationMenu, ModeMenu, MoreMenu] as const;

type MenuOnDemandProps = { button: (open: () => void) => ReactNode; children: ReactNode };

/** A menu whose code, including the positioning, is loaded when its button is first pressed. */
function MenuOnDemand({ button, children }: MenuOnDemandProps) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <OnDemand isOpen={isOpen} onOpen={open} onClose={close} fallback={button(open)}>
      {children}
    </OnDemand>
  );
}

export const SpeedControl = (props: ComponentProps<typeof SpeedMenu>) => (
  <MenuOnDemand button={(open) => <SpeedButton speed={props.speed} onClick={open} />}>
    <SpeedMenu {...props} />
  </MenuOnDemand>
);

/** Names the translation, and opens a menu; hidden without a choice. */
export function TranslationControl(props: ComponentProps<typeof TranslationMenu>) {
  const { languageName } = useLanguages();
  const { targets, target, isNative, isTranslated } = props.material;
  if (targets.length < 2 && !isNative) return null;
  const language = isTranslated ? languageName(target.language) : null;
  return (
    <MenuOnDemand button={(open) => <TranslationButton language={language} onClick={open} />}>
      <TranslationMenu {...props} />
    </MenuOnDemand>
  );
}

/** Opens a menu of rarely used commands. */
export const MoreControl = (props: ComponentProps<typeof MoreMenu>) => (
  <MenuOnDemand button={(open) => <MoreButton onClick={open} />}>
    <MoreMenu {...props} />
  </MenuOnDemand>
);

/** Names the practice mode, and opens a menu of all. */
export const ModeControl = (props: ComponentProps<typeof ModeMenu>) => (
  <MenuOnDemand button={(open) => <ModeButton mode={props.mode} onClick={open} />}>
    <ModeMenu {...props} />
  </MenuOnDemand>
);
