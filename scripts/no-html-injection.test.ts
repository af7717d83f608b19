import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const WEB = fileURLToPath(new URL('../apps/web/src/', import.meta.url));
/** Names with which text is passed to the browser as HTML or as a script. */
const HTML_INJECTION =
  /dangerouslySetInnerHTML|\b(?:innerHTML|outerHTML|srcDoc|insertAdjacentHTML|createContextualFragment)\b|document\.write|\beval\(|new Function\(/;

const sources = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name),
);

describe('the web app', () => {
  it('never passes text to the browser as HTML', () => {
    expect(sources.length).toBeGreaterThan(100);
    const found = sources.filter((name) => HTML_INJECTION.test(readFileSync(WEB + name, 'utf8')));
    expect(found).toEqual([]);
  });
});
