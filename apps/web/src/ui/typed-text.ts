const KEY = 'typed_text';
const FIELDS =
  'textarea, input:not([type]), input[type=text], input[type=search], input[type=email], input[type=url], input[type=number]';

type Field = HTMLInputElement | HTMLTextAreaElement;
/** A page's path and search, and the texts of its fields by name. */
type TypedText = { address: string; texts: Record<string, string> };

const getAddress = ({ pathname, search }: Location) => pathname + search;

function getName(field: Field): string {
  return field.name || field.getAttribute('aria-label') || field.labels?.[0]?.textContent || '';
}

/** Maps the fields by name; a repeated name gets a number. */
function namedFields(): Map<string, Field> {
  const named = new Map<string, Field>();
  for (const field of document.querySelectorAll<Field>(FIELDS)) {
    // Written lines have separate drafts, since another line may be shown after the reload.
    if (field.dataset.typed) continue;
    const name = getName(field);
    let key = name;
    for (let number = 2; named.has(key); number++) key = `${name} ${number}`;
    named.set(key, field);
  }
  return named;
}

/** Stores the text of all fields in this tab, for the page after a reload. Excludes passwords. */
export function saveTypedText(): void {
  const texts: TypedText['texts'] = {};
  for (const [name, field] of namedFields()) if (field.value !== '') texts[name] = field.value;
  const saved: TypedText = { address: getAddress(window.location), texts };
  sessionStorage.setItem(KEY, JSON.stringify(saved));
}

/** Sets a text as if typed: React listens to the event, and compares with the value set by its own setter. */
function type(field: Field, text: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Restores the fields' text after a reload, as they appear, for as long as the same page is open. */
export function restoreTypedText(): void {
  const saved = sessionStorage.getItem(KEY);
  if (!saved) return;
  sessionStorage.removeItem(KEY);
  const { address, texts } = JSON.parse(saved) as TypedText;
  const fill = () => {
    if (getAddress(window.location) !== address) observer.disconnect();
    else {
      for (const [name, field] of namedFields()) {
        const text = texts[name];
        if (text === undefined) continue;
        delete texts[name];
        if (field.value !== text) type(field, text);
      }
    }
    if (Object.keys(texts).length === 0) observer.disconnect();
  };
  const observer = new MutationObserver(fill);
  observer.observe(document.body, { childList: true, subtree: true });
  fill();
}
