/** Ids of the server's messages about input that has the right type but is invalid. */
export type InputMessage =
  | 'candidates.noLanguage'
  | 'candidates.noneSelected'
  | 'input.blank'
  | 'input.email'
  | 'input.id'
  | 'input.idOrStart'
  | 'input.ids'
  | 'input.page'
  | 'input.pattern'
  | 'input.storable'
  | 'input.youtubeId';

export const inputError = (error: InputMessage) => ({ error });
