import { expect, it } from 'vitest';
import { decodeEntities } from './entities.ts';

it.each([
  ['named ones', '&lt;&amp;&Eacute;&eacute;&hellip;&nbsp;&nGt;', '<&Éé…\u00A0≫\u20D2'],
  ['numeric ones', '&#65;&#x41;&#X41;&#65 &#x1F600;&#146;', 'AAAA 😀’'],
  ['an old name without a semicolon', '&amp &ltx &copy', '& <x ©'],
  ['numbers of no character', '&#0;&#xD800;&#x110000;&#99999999999999999999;', '\uFFFD\uFFFD\uFFFD\uFFFD'],
  ['escaped ones, once', '&amp;lt; &#38;#65; &&lt;', '&lt; &#65; &<'],
])('decodes %s', (_, text, decoded) => {
  expect(decodeEntities(text)).toBe(decoded);
});

it.each([
  ['a newer name without a semicolon', '&hellip &euro &apos'],
  ['an unknown name', '&foo; &Nbsp; &am p;'],
  ['an ampersand', '& AT&T, Q&A &; &1; lt;'],
  ['a number that isn’t one', '&#; &#x; &#xg; &#-1; #65;'],
])('keeps %s', (_, text) => {
  expect(decodeEntities(text)).toBe(text);
});
