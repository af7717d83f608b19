import { type ComponentProps, lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react';
import { useLanguages } from '../../../api/languages.ts';
import { SpeedButton } from './speed-button.tsx';
import type { SpeedMenu } from './speed-menu.tsx';
import { TranslationButton } from './translation-button.tsx';
import type { TranslationMenu } from './translation-menu.tsx';

const LazySpeedMenu = lazy(async () => ({ default: (await import('./speed-menu.tsx')).SpeedMenu }));
const LazyTranslationMenu = lazy(async () => ({
  default: (await import('./translation-menu.tsx')).TranslationMenu,
}));

/** A button whose menu, and all that places it on the screen, is loaded when it is first pressed. */
function OnDemand({
  button,
  children,
}: {
  button: (open?: () => void) => ReactElement;
  children: ReactNode;
}) {
  const [isRequested, setRequested] = useState(false);
  if (!isRequested) return button(() => setRequested(true));
  return <Suspense fallback={button()}>{children}</Suspense>;
}

export function SpeedControl(props: ComponentProps<typeof SpeedMenu>) {
  return (
    <OnDemand button={(open) => <SpeedButton speed={props.speed} onClick={open} />}>
      <LazySpeedMenu {...props} />
    </OnDemand>
  );
}

/** The translation, and its menu where there are several. */
export function TranslationControl(props: ComponentProps<typeof TranslationMenu>) {
  const { nameOf } = useLanguages();
  const { targets, target } = props.material;
  if (targets.length < 2) return null;
  return (
    <OnDemand button={(open) => <TranslationButton language={nameOf(target.language)} onClick={open} />}>
      <LazyTranslationMenu {...props} />
    </OnDemand>
  );
}
