/** Grade of a token. `missing` and `extra` tokens have no counterpart. */
export type TokenLevel = 'right' | 'accent' | 'typo' | 'wrong' | 'missing' | 'extra';

/**
 * A step of the alignment: `count` expected and `typedCount` typed tokens that belong together, starting at `at` and `typedAt`.
 */
export type Step = { at: number; count: number; typedAt: number; typedCount: number; level: TokenLevel };
export type Match = Step & { level: Exclude<TokenLevel, 'missing' | 'extra'> };
