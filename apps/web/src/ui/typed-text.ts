const STORAGE_KEY = 'typed_text';
const FIELD_SELECTOR =
  'textarea, input:not([type]), input[type=text], input[type=search], input[type=email], input[type=url], input[type=number]';

type Field = HTMLInputElement | HTMLTextAreaElement;
/** A page's path with its query string, and the texts of its fields by name. */
type TypedText = { path: string; texts: Record<string, string> };

const pathAndSearch = ({ pathname, search }: Location) => pathname + search;

function fieldName(field: Field): string {
  return field.name || field.getAttribute('aria-label') || field.labels?.[0]?.textContent || '';
}

/** Maps the page's fields by name. Repeated names get a number. */
function fieldsByName(): Map<string, Field> {
  const fields = new Map<string, Field>();
  for (const field of document.querySelectorAll<Field>(FIELD_SELECTOR)) {
    // Skip the fields of practice lines, which have their own drafts: another line can be shown after the reload.
    if (field.dataset.typed) continue;
    const name = fieldName(field);
    let key = name;
    for (let number = 2; fields.has(key); number++) key = `${name} ${number}`;
    fields.set(key, field);
  }
  return fields;
}

/** Stores the text of the page's fields, except passwords, in this tab until the page was reloaded. */
export function saveTypedText(): void {
  const texts: TypedText['texts'] = {};
  for (const [name, field] of fieldsByName()) if (field.value !== '') texts[name] = field.value;
  const saved: TypedText = { path: pathAndSearch(window.location), texts };
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(saved));
}

/** Sets a text as if it was typed. React only handles the event if its own setter was bypassed. */
function typeInto(field: Field, text: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Restores the text of fields after a reload, whenever they appear while the same page is open. */
export function restoreTypedText(): void {
  const saved = sessionStorage.getItem(STORAGE_KEY);
  if (!saved) return;
  sessionStorage.removeItem(STORAGE_KEY);
  const { path, texts } = JSON.parse(saved) as TypedText;
  const fillFields = () => {
    if (pathAndSearch(window.location) !== path) observer.disconnect();
    else {
      for (const [name, field] of fieldsByName()) {
        const text = texts[name];
        if (text === undefined) continue;
        delete texts[name];
        if (field.value !== text) typeInto(field, text);
      }
    }
    if (Object.keys(texts).length === 0) observer.disconnect();
  };
  const observer = new MutationObserver(fillFields);
  observer.observe(document.body, { childList: true, subtree: true });
  fillFields();
}
