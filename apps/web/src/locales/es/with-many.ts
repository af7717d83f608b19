/**
 * Type of the Spanish texts: the English keys, and Spanish's third plural form, for round millions ('1000000 de segmentos').
 * Without it, the text would be shown in English.
 */
export type WithMany<Texts> = {
  [Key in keyof Texts]: Texts[Key] extends string ? string : WithMany<Texts[Key]>;
} & { [Key in keyof Texts as Key extends `${infer Stem}_other` ? `${Stem}_many` : never]: string };
