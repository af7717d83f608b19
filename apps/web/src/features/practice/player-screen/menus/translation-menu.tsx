import '@mantine/core/styles/Menu.css';
import { Menu } from '@mantine/core';
import { useLanguages } from '../../../../api/languages.ts';
import type { PracticeMaterial } from '../../use-practice-data.ts';
import items from './menu.module.css';
import { TranslationButton } from './translation-button.tsx';
import { useOpensOnMount } from './use-opens-on-mount.ts';

type Props = { material: PracticeMaterial; onChoose: (language: string) => void };

/** Chooses the translation. It opens when it is mounted, since it is loaded on demand. */
export function TranslationMenu({ material, onChoose }: Props) {
  const { nameOf } = useLanguages();
  const { targets, target } = material;
  const { button, menu } = useOpensOnMount();
  return (
    <Menu {...menu} classNames={{ item: items.item }} position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <TranslationButton ref={button} language={nameOf(target.language)} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={target.language} onChange={onChoose}>
          {targets.map(({ language }) => (
            <Menu.RadioItem key={language} value={language} closeMenuOnClick>
              {nameOf(language)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
