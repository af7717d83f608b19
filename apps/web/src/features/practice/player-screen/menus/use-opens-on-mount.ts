import { useEffect, useRef, useState } from 'react';

/**
 * For a menu that is loaded when its button is pressed, and whose own button takes that one's place: it takes the focus over,
 * and opens. Drawn open at once, it would know of nothing to give the focus back to.
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
