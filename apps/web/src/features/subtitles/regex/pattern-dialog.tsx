import { ActionIcon, Box, Button, Stack, Text } from '@mantine/core';
import type { subtitles } from '@sayback/contract';
import { IconTrash } from '@tabler/icons-react';
import { withReason } from '../../../api/api-error.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Skeletons } from '../../../ui/feedback/skeletons.tsx';
import classes from './pattern-dialog.module.css';
import { usePatterns } from './patterns.ts';
import { SavePatternForm } from './save-pattern-form.tsx';
import { type Search, toEdit } from './search.ts';

type Props = {
  search: Search;
  onSelect: (pattern: subtitles.SavedPattern) => void;
  onClose: () => void;
};

/** Dialog of saved patterns: use or delete one, or save the current one under a name. */
export function PatternDialog({ search, onSelect, onClose }: Props) {
  const { t } = useTranslation();
  const { list, save, remove } = usePatterns();
  const { data: patterns, error } = list;
  return (
    <Dialog size="lg" onClose={onClose} title={t('regexPatterns.open')}>
      <Stack gap="lg">
        {search.regex === '' ? (
          <Text c="dimmed">{t('regexPatterns.nothingToSave')}</Text>
        ) : (
          <SavePatternForm
            edit={toEdit(search)}
            names={patterns?.map(({ name }) => name) ?? []}
            isPending={save.isPending}
            onSave={(pattern) => save.mutateAsync(pattern)}
          />
        )}
        {!patterns && !error && <Skeletons heights={[44]} />}
        {!patterns && error && (
          <Failure
            message={withReason(t('regexPatterns.loadFailed'), error)}
            onRetry={() => void list.refetch()}
          />
        )}
        {patterns?.length === 0 && <Text c="dimmed">{t('regexPatterns.empty')}</Text>}
        {patterns && patterns.length > 0 && (
          <ul className={classes.list}>
            {patterns.map((pattern) => (
              <li key={pattern.id}>
                <PatternSummary pattern={pattern} />
                <Button
                  variant="default"
                  aria-label={t('regexPatterns.useLabel', { name: pattern.name })}
                  onClick={() => onSelect(pattern)}
                >
                  {t('regexPatterns.use')}
                </Button>
                <ActionIcon
                  variant="subtle"
                  color="red"
                  aria-label={t('app.deleteLabel', { name: pattern.name })}
                  onClick={() => remove.mutate(pattern)}
                >
                  <IconTrash size={20} stroke={1.6} aria-hidden />
                </ActionIcon>
              </li>
            ))}
          </ul>
        )}
      </Stack>
    </Dialog>
  );
}

const TRANSFORMS = { uppercase: 'regex.transformUppercase', lowercase: 'regex.transformLowercase' } as const;

function PatternSummary({ pattern }: { pattern: subtitles.SavedPattern }) {
  const { t } = useTranslation();
  const { name, regex, replacement, transform, ignore_case } = pattern;
  return (
    <div className={classes.pattern}>
      <Box component="span" fw={600} dir="auto">
        {name}
      </Box>
      <span className={classes.facts}>
        <code dir="ltr">{regex}</code> {t('findReplace.becomes')}{' '}
        {transform ? t(TRANSFORMS[transform]) : <Replacement text={replacement} />}
        {ignore_case && ` · ${t('regexPatterns.ignoresCase')}`}
      </span>
    </div>
  );
}

function Replacement({ text }: { text: string | undefined }) {
  const { t } = useTranslation();
  return text ? <code dir="auto">{text}</code> : <em>{t('regexPatterns.nothing')}</em>;
}
