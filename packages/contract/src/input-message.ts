/** What may be wrong with an input beyond its type: messages of the server's catalogue. */
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
