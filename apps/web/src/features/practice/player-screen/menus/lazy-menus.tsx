import { useDisclosure } from '@mantine/hooks';
import type { ComponentProps } from 'react';
import { useLanguages } from '../../../../api/languages.ts';
import { loadTurnWording } from '../../../../locales/i18n.ts';
import { lazyPart, OnDemand } from '../../../../ui/lazy-part.tsx';
import { MoreButton } from './more-button.tsx';
import { SpeedButton } from './speed-button.tsx';
import { TranslationButton } from './translation-button.tsx';
import { WayButton } from './way-button.tsx';

const MoreMenu = lazyPart(() => import('./more-menu.tsx'), 'MoreMenu');
const SpeedMenu = lazyPart(() => import('./speed-menu.tsx'), 'SpeedMenu');
const TranslationMenu = lazyPart(() => import('./translation-menu.tsx'), 'TranslationMenu');
const WayMenu = lazyPart(async () => {
  await loadTurnWording();
  return import('./way-menu.tsx');
}, 'WayMenu');

/** Menus to preload. */
export const MENUS = [SpeedMenu, TranslationMenu, WayMenu, MoreMenu] as const;

/** The speed button. Its menu, with the positioning code, is loaded when it is first pressed. */
export function SpeedControl(props: ComponentProps<typeof SpeedMenu>) {
  const [isOpen, { open, close }] = useDisclosure();
  const button = <SpeedButton speed={props.speed} onClick={open} />;
  return (
    <OnDemand isOpen={isOpen} onOpen={open} onClose={close} fallback={button}>
      <SpeedMenu {...props} />
    </OnDemand>
  );
}

/** The translation's name, and a menu if there is a choice. */
export function TranslationControl(props: ComponentProps<typeof TranslationMenu>) {
  const { nameOf } = useLanguages();
  const { targets, target, isNative, isTranslated } = props.material;
  const [isOpen, { open, close }] = useDisclosure();
  if (targets.length < 2 && !isNative) return null;
  const language = isTranslated ? nameOf(target.language) : null;
  const button = <TranslationButton language={language} onClick={open} />;
  return (
    <OnDemand isOpen={isOpen} onOpen={open} onClose={close} fallback={button}>
      <TranslationMenu {...props} />
    </OnDemand>
  );
}

/** Rarely used commands behind one button. */
export function MoreControl(props: ComponentProps<typeof MoreMenu>) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <OnDemand isOpen={isOpen} onOpen={open} onClose={close} fallback={<MoreButton onClick={open} />}>
      <MoreMenu {...props} />
    </OnDemand>
  );
}

/** The way to practise, and a menu of all modes. */
export function WayControl(props: ComponentProps<typeof WayMenu>) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <OnDemand
      isOpen={isOpen}
      onOpen={open}
      onClose={close}
      fallback={<WayButton way={props.way} onClick={open} />}
    >
      <WayMenu {...props} />
    </OnDemand>
  );
}
