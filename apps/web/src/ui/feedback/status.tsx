import { type ComponentProps, useEffect, useRef } from 'react';

/** Milliseconds until a screen reader notices a change of the region. */
const AFTER_MS = 50;

let region: HTMLElement | null = null;

/** Creates the region outside the page's content, so that a search for the sentence finds it once. */
function makeRegion(): HTMLElement {
  const host = document.createElement('div');
  Object.assign(host.style, {
    position: 'absolute',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  });
  const created = document.createElement('div');
  created.setAttribute('role', 'status');
  host.attachShadow({ mode: 'closed' }).append(created);
  document.body.append(host);
  return created;
}

/** Announces a text to a screen reader. It misses a region that appears together with its text, so one stays on the page. */
export function announce(text: string): void {
  region ??= makeRegion();
  const announced = region;
  announced.textContent = '';
  setTimeout(() => {
    announced.textContent = text;
  }, AFTER_MS);
}

/** A sentence that is also announced to screen readers, when it appears and whenever it changes. */
export function Status(props: ComponentProps<'p'>) {
  const element = useRef<HTMLParagraphElement>(null);
  const announced = useRef('');
  useEffect(() => {
    const text = element.current?.textContent ?? '';
    if (text !== '' && text !== announced.current) announce(text);
    announced.current = text;
  });
  return <p ref={element} data-status {...props} />;
}
