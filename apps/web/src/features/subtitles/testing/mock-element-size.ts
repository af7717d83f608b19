/** Gives all elements a size: happy-dom has no layout, but virtual lists render nothing without a height. */
export function mockElementSize(): void {
  for (const name of ['clientHeight', 'clientWidth']) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, value: 600 });
  }
}
