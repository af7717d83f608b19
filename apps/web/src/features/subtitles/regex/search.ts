import type { subtitles } from '@sayback/contract';

/** Values of the search form. A selected transformation is sent instead of the replacement. */
export type Search = {
  regex: string;
  replacement: string;
  transform: '' | 'uppercase' | 'lowercase';
  ignore_case: boolean;
};

export type Edit = Pick<subtitles.SavedPattern, 'regex' | 'replacement' | 'transform' | 'ignore_case'>;

export const NO_SEARCH: Search = { regex: '', replacement: '', transform: '', ignore_case: false };

export const toEdit = ({ regex, replacement, transform, ignore_case }: Search): Edit => ({
  regex,
  ignore_case,
  ...(transform ? { transform } : { replacement }),
});

export const toSearch = ({ regex, replacement, transform, ignore_case }: Edit): Search => ({
  regex,
  replacement: replacement ?? '',
  transform: transform ?? '',
  ignore_case,
});
