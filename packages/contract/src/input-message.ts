/** Ids of the server's messages about invalid input that has the right type. */
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
