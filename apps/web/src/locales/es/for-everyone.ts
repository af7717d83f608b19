import { accounts } from './accounts.ts';
import { app } from './app.ts';
import { practice } from './practice.ts';

/** What every page is loaded with, in Spanish. */
export const forEveryone = { ...app, ...accounts, ...practice };
