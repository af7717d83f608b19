/** The engine's regular expressions, loaded when the first one is typed. */
export { previewRegex } from '@sayback/subtitles';
