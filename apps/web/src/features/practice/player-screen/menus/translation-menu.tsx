import '@mantine/core/styles/Menu.css';
import { Menu } from '@mantine/core';
import type { subtitles } from '@sayback/contract';
import { useLanguages } from '../../../../api/languages.ts';
import { useTranslation } from '../../../../locales/translation.ts';
import type { PracticeMaterial } from '../../use-practice-data.ts';
import items from './menu.module.css';
import { TranslationButton } from './translation-button.tsx';
import { useOpensOnMount } from './use-opens-on-mount.ts';

type Props = {
  material: PracticeMaterial;
  /** Null: no translation, an option for videos in the native language. */
  onChoose: (target: subtitles.Subtitle | null) => void;
};

const NONE = '';

/** Menu of the translations. Opens on mount, since it is loaded on demand. */
export function TranslationMenu({ material, onChoose }: Props) {
  const { languageName } = useLanguages();
  const { t } = useTranslation();
  const { targets, target, isNative, isTranslated } = material;
  const { button, menu } = useOpensOnMount();
  return (
    <Menu {...menu} classNames={{ item: items.item }} position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <TranslationButton ref={button} language={isTranslated ? languageName(target.language) : null} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={isTranslated ? target.language : NONE}
          onChange={(chosen) => onChoose(targets.find(({ language }) => language === chosen) ?? null)}
        >
          {isNative && (
            <Menu.RadioItem value={NONE} closeMenuOnClick>
              {t('practice.noTranslationChosen')}
            </Menu.RadioItem>
          )}
          {targets.map(({ language }) => (
            <Menu.RadioItem key={language} value={language} closeMenuOnClick>
              {languageName(language)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
