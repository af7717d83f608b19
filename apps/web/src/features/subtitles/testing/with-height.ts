/** happy-dom has no layout, but virtual lists need a height to render anything. */
export function giveHeight(): void {
  for (const name of ['clientHeight', 'clientWidth']) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, value: 600 });
  }
}
