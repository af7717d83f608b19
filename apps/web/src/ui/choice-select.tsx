import { Combobox, InputBase, type InputBaseProps, OptionsDropdown, useCombobox } from '@mantine/core';
import { type KeyboardEvent, type Ref, useEffect, useId, useState } from 'react';
import { useTranslation } from '../locales/translation.ts';
import { foldText } from './fold-text.ts';

type Choice = { code: string; name: string };
type Props = InputBaseProps & {
  choices: readonly Choice[];
  value: string | null;
  onChange: (code: string | null) => void;
  /** Allows clearing the field, by its button or by deleting its text. */
  clearable?: boolean;
  openOnFocus?: boolean;
  nothingFoundMessage?: string;
  placeholder?: string;
  autoFocus?: boolean;
  name?: string;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
};

/** Props that the type of Mantine's internal list requires, with their default values. */
const LIST_DEFAULTS = {
  filter: undefined,
  search: undefined,
  limit: undefined,
  withScrollArea: undefined,
  unstyled: undefined,
  'aria-label': undefined,
  scrollAreaProps: undefined,
};

/** Returns the choices that match a typed text: by code, then by start of the name, then by part of it. */
function filterChoices(choices: readonly Choice[], typed: string): readonly Choice[] {
  const query = foldText(typed).trim();
  if (query === '') return choices;
  const ranked: [Choice[], Choice[], Choice[]] = [[], [], []];
  for (const choice of choices) {
    const name = foldText(choice.name);
    if (choice.code.toLowerCase() === query || name === query) ranked[0].push(choice);
    else if (name.startsWith(query)) ranked[1].push(choice);
    else if (name.includes(query)) ranked[2].push(choice);
  }
  return ranked.flat();
}

/**
 * A select for long lists of named codes, searched by typing. Enter, Tab and blur choose the highlighted option, which after
 * typing is the first match. Enter doesn't submit the form while the list is open.
 */
export function ChoiceSelect(props: Props) {
  const {
    choices,
    value,
    onChange,
    clearable,
    openOnFocus = true,
    nothingFoundMessage,
    onBlur,
    ...inputProps
  } = props;
  const { t } = useTranslation();
  const labelId = `${useId()}-label`;
  /** Null if nothing was typed since the list opened. */
  const [typed, setTyped] = useState<string | null>(null);
  const combobox = useCombobox({
    // The source is 'unknown' if it was opened by typing.
    onDropdownOpen: (source) =>
      source !== 'unknown' && combobox.updateSelectedOptionIndex('active', { scrollIntoView: true }),
    // The source is 'keyboard' if it was closed with Escape.
    onDropdownClose: (source) => source === 'keyboard' && resetTyped(),
  });
  const resetTyped = () => {
    setTyped(null);
    combobox.resetSelectedOption();
  };
  const matches = filterChoices(choices, typed ?? '');
  const selected = choices.find(({ code }) => code === value);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the store is another object in every render.
  useEffect(() => {
    if (typed) combobox.selectFirstOption();
    else combobox.resetSelectedOption();
  }, [typed]);

  const choose = (code: string | null) => {
    if (code !== value) onChange(code);
    resetTyped();
    combobox.closeDropdown();
  };
  const chooseHighlighted = () => {
    const highlighted = matches[combobox.getSelectedOptionIndex()] ?? (typed ? matches[0] : undefined);
    if (highlighted) choose(highlighted.code);
    else if (typed === '' && clearable) choose(null);
    else choose(value);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Safari sends key code 229 for the Enter that ends a composition.
    const isComposing = event.nativeEvent.isComposing || event.keyCode === 229;
    if (event.key !== 'Enter' || isComposing || !combobox.dropdownOpened) return;
    event.preventDefault();
    // The combobox itself chooses the highlighted option.
    if (combobox.getSelectedOptionIndex() === -1) chooseHighlighted();
  };

  return (
    <Combobox store={combobox} size={inputProps.size} onOptionSubmit={choose}>
      <Combobox.Target withExpandedAttribute>
        <InputBase
          placeholder={t('profile.chooseLanguage')}
          labelProps={{ id: labelId }}
          {...inputProps}
          value={typed ?? selected?.name ?? ''}
          __defaultRightSection={<Combobox.Chevron size={inputProps.size} error={inputProps.error} />}
          __clearSection={<Combobox.ClearButton onClear={() => choose(null)} />}
          __clearable={clearable === true && value !== null && !inputProps.disabled}
          rightSectionPointerEvents="none"
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            combobox.openDropdown();
          }}
          onFocus={() => openOnFocus && combobox.openDropdown('mouse')}
          onClick={() => combobox.openDropdown('mouse')}
          onBlur={() => {
            chooseHighlighted();
            onBlur?.();
          }}
          onKeyDown={onKeyDown}
        />
      </Combobox.Target>
      <OptionsDropdown
        {...LIST_DEFAULTS}
        hidden={inputProps.disabled ?? false}
        data={matches.map(({ code, name }) => ({ value: code, label: name }))}
        filterOptions={false}
        value={value}
        withCheckIcon
        checkIconPosition="left"
        maxDropdownHeight={280}
        nothingFoundMessage={nothingFoundMessage ?? t('profile.noMatch')}
        labelId={inputProps.label ? labelId : undefined}
      />
    </Combobox>
  );
}
