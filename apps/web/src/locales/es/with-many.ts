/**
 * Every key of the English texts. Spanish has a third plural form, for round millions ('1000000 de segmentos'). Where it
 * is missing, the text is shown in English.
 */
export type WithMany<Texts> = {
  [Key in keyof Texts]: Texts[Key] extends string ? string : WithMany<Texts[Key]>;
} & { [Key in keyof Texts as Key extends `${infer Stem}_other` ? `${Stem}_many` : never]: string };
