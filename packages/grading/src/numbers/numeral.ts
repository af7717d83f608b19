/** A number in digits: the index of its first token, all its readings, and its value. */
export type Numeral = { at: number; count: number; value: string; readings: string[] };
