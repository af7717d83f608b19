import type { InterfaceLanguage } from '@sayback/contract';
import { forEveryone } from './en/for-everyone.ts';

/** `everyone` is loaded with every page, other parts with the first screen that uses them. */
export type CataloguePart = 'everyone' | 'admins' | 'secondFactor' | 'turn' | 'today' | 'blockedStorage';

/** Loads the parts of each language's texts. */
export const CATALOGUES: Record<InterfaceLanguage, Record<CataloguePart, () => Promise<object>>> = {
  en: {
    everyone: async () => forEveryone,
    admins: async () => (await import('./en/for-admins.ts')).forAdmins,
    secondFactor: async () => (await import('./en/second-factor.ts')).secondFactor,
    turn: async () => (await import('./en/turn.ts')).turn,
    today: async () => (await import('./en/today.ts')).today,
    blockedStorage: async () => (await import('./en/blocked-storage.ts')).blockedStorage,
  },
  es: {
    everyone: async () => (await import('./es/for-everyone.ts')).forEveryone,
    admins: async () => (await import('./es/for-admins.ts')).forAdmins,
    secondFactor: async () => (await import('./es/second-factor.ts')).secondFactor,
    turn: async () => (await import('./es/turn.ts')).turn,
    today: async () => (await import('./es/today.ts')).today,
    blockedStorage: async () => (await import('./es/blocked-storage.ts')).blockedStorage,
  },
};
