import { useEffect, useRef, useState } from 'react';

/**
 * For a menu whose code is loaded when its button is pressed, and whose own button then replaces that one: takes over the
 * focus, then opens. Rendered open, it wouldn't know where to return the focus.
 */
export function useOpensOnMount() {
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    button.current?.focus();
    setOpened(true);
  }, []);
  return { button, menu: { opened, onChange: setOpened } };
}
