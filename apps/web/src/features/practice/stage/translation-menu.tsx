import '@mantine/core/styles/Menu.css';
import { Menu } from '@mantine/core';
import { useLanguages } from '../../../api/languages.ts';
import type { PracticeMaterial } from '../use-practice-data.ts';
import { TranslationButton } from './translation-button.tsx';

type Props = { material: PracticeMaterial; onChoose: (alignmentId: number) => void };

/** Which translation is read. It comes opened: it is loaded when it is wanted. */
export function TranslationMenu({ material, onChoose }: Props) {
  const { nameOf } = useLanguages();
  const { targets, target } = material;
  return (
    <Menu defaultOpened position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <TranslationButton language={nameOf(target.language)} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={String(target.alignment_id)} onChange={(id) => onChoose(Number(id))}>
          {targets.map(({ id, language, alignment_id }) => (
            <Menu.RadioItem key={id} value={String(alignment_id)} closeMenuOnClick>
              {nameOf(language)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
