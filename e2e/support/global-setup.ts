export { prepareDataDir as default } from './sayback-server.ts';
