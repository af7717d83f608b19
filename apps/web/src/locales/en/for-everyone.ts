import { accounts } from './accounts.ts';
import { app } from './app.ts';
import { practice } from './practice.ts';

/** Texts loaded with every page. */
export const forEveryone = { ...app, ...accounts, ...practice };
