import { useEffect, useState } from 'react';

/** False when it is first drawn, then true. A dialog that is open as soon as it is drawn gives the focus back to nothing. */
export function useIsDrawn(): boolean {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => setDrawn(true), []);
  return isDrawn;
}
