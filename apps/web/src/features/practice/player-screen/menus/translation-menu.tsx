import '@mantine/core/styles/Menu.css';
import { Menu } from '@mantine/core';
import type { subtitles } from '@sayback/contract';
import { useLanguages } from '../../../../api/languages.ts';
import type { PracticeMaterial } from '../../use-practice-data.ts';
import items from './menu.module.css';
import { TranslationButton } from './translation-button.tsx';
import { useOpensOnMount } from './use-opens-on-mount.ts';

type Props = { material: PracticeMaterial; onChoose: (target: subtitles.Subtitle) => void };

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
        <Menu.RadioGroup
          value={target.language}
          onChange={(chosen) => {
            const other = targets.find(({ language }) => language === chosen);
            if (other) onChoose(other);
          }}
        >
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
