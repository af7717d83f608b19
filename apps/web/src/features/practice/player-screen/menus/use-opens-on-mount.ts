import { useEffect, useRef, useState } from 'react';

/**
 * For a menu whose code is loaded when its button is pressed: its own button takes over the focus, then the menu opens. A menu
 * that is rendered open couldn't return the focus.
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
