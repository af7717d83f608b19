/** The regular expressions of the engine, loaded when the first one is typed. */
export { previewRegex } from '@sayback/subtitles';
