import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from './virtual-list.module.css';

type Props<Item> = {
  items: readonly Item[];
  label: string;
  /** Estimated height of an item, in pixels, before it is measured. */
  itemHeight: number;
  maxHeight: string;
  /** Index of the item that is kept in view. */
  current?: number;
  children: (item: Item) => ReactNode;
};

/** A scrollable list that renders only visible items: there can be 10,000. */
export function VirtualList<Item>({
  items,
  label,
  itemHeight,
  maxHeight,
  current = -1,
  children,
}: Props<Item>) {
  const scroller = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => itemHeight,
    overscan: 8,
  });
  useEffect(() => {
    if (current >= 0) virtual.scrollToIndex(current, { align: 'center' });
  }, [virtual, current]);
  return (
    <section
      ref={scroller}
      className={classes.scroller}
      style={{ maxHeight }}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
      tabIndex={0}
      aria-label={label}
    >
      <ul className={classes.list} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ key, index, start }) => (
          <li
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            className={classes.item}
            style={{ transform: `translateY(${start}px)` }}
            aria-setsize={items.length}
            aria-posinset={index + 1}
          >
            {children(items[index] as Item)}
          </li>
        ))}
      </ul>
    </section>
  );
}
