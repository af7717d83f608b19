/** A separate module, so that the regex engine is loaded only when the first pattern is typed. */
export { previewRegex } from '@sayback/subtitles';
