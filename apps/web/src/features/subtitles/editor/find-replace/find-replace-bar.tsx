import { Button, CloseButton, Flex, Select, TextInput } from '@mantine/core';
import { useTranslation } from '../../../../locales/translation.ts';
import classes from './find-replace-bar.module.css';
import type { FindOptions } from './find-text.ts';
import type { FindReplace } from './use-find-replace.ts';

type Props = { findReplace: FindReplace; onReplaceAll: () => void };

/** Bar for find and replace. The table shows the matching rows, with a preview of the replacement. */
export function FindReplaceBar({ findReplace, onReplaceAll }: Props) {
  const { t } = useTranslation();
  const { options, change, problem, found, close } = findReplace;
  const count = found?.rows.size ?? 0;
  return (
    <Flex
      component="search"
      flex="1 0 100%"
      wrap="wrap"
      gap="0.375rem 0.5rem"
      align="center"
      p="0.375rem 0.5rem"
      bd="1px solid var(--edge)"
      bdrs="md"
      bg="var(--surface)"
      aria-label={t('findReplace.title')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
    >
      <TextInput
        className={classes.text}
        size="sm"
        dir="auto"
        data-autofocus
        autoFocus
        placeholder={t('findReplace.find')}
        aria-label={t('findReplace.find')}
        value={options.find}
        error={problem && t(`regexErrors.${problem.id}`, problem.values)}
        onChange={({ currentTarget }) => change({ find: currentTarget.value })}
      />
      <TextInput
        className={classes.text}
        size="sm"
        dir="auto"
        placeholder={t('findReplace.replacement')}
        aria-label={t('findReplace.replacement')}
        value={options.replacement}
        onChange={({ currentTarget }) => change({ replacement: currentTarget.value })}
      />
      <Select
        flex="0 1 9rem"
        size="sm"
        aria-label={t('findReplace.side')}
        allowDeselect={false}
        data={(['both', 'original', 'target'] as const).map((value) => ({
          value,
          label: t(`findReplace.${value}`),
        }))}
        value={options.side}
        onChange={(side) => change({ side: (side ?? 'both') as FindOptions['side'] })}
      />
      <Toggle
        label={t('findReplace.isRegex')}
        isOn={options.isRegex}
        onChange={(isRegex) => change({ isRegex })}
      />
      <Toggle
        label={t('findReplace.isCaseSensitive')}
        isOn={options.isCaseSensitive}
        onChange={(isCaseSensitive) => change({ isCaseSensitive })}
      />
      <Button mih={36} disabled={count === 0} onClick={onReplaceAll}>
        {t('findReplace.replaceAll')}
      </Button>
      <output className={classes.count}>
        {found &&
          (count > 0
            ? t('findReplace.found', {
                count,
                matches: t('findReplace.matches', { count: found.matchCount }),
              })
            : t('findReplace.nothing'))}
      </output>
      <CloseButton size={36} iconSize={20} ms="auto" aria-label={t('findReplace.close')} onClick={close} />
    </Flex>
  );
}

type ToggleProps = { label: string; isOn: boolean; onChange: (isOn: boolean) => void };

function Toggle({ label, isOn, onChange }: ToggleProps) {
  return (
    <label className={classes.toggle}>
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {label}
    </label>
  );
}
