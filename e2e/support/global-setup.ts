export { startShared as default } from './sayback-server.ts';
