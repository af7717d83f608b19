import { type ComponentProps, useEffect, useRef } from 'react';

/** Time that screen readers need to notice that the region was emptied, in milliseconds. */
const ANNOUNCE_DELAY_MS = 50;

let region: HTMLElement | null = null;

/** Creates the region in a shadow root, so that a search for the sentence on the page finds it only once. */
function createRegion(): HTMLElement {
  const host = document.createElement('div');
  Object.assign(host.style, {
    position: 'absolute',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  });
  const statusElement = document.createElement('div');
  statusElement.setAttribute('role', 'status');
  host.attachShadow({ mode: 'closed' }).append(statusElement);
  document.body.append(host);
  return statusElement;
}

/** Announces a text to screen readers. They ignore a region that appears together with its text, so one stays on the page. */
export function announce(text: string): void {
  region ??= createRegion();
  const currentRegion = region;
  currentRegion.textContent = '';
  setTimeout(() => {
    currentRegion.textContent = text;
  }, ANNOUNCE_DELAY_MS);
}

/** A paragraph that is announced to screen readers when it appears or changes. */
export function Status(props: ComponentProps<'p'>) {
  const element = useRef<HTMLParagraphElement>(null);
  const announcedText = useRef('');
  useEffect(() => {
    const text = element.current?.textContent ?? '';
    if (text !== '' && text !== announcedText.current) announce(text);
    announcedText.current = text;
  });
  return <p ref={element} data-status {...props} />;
}
