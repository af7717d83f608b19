/** happy-dom lays nothing out; lists that show what is in sight need a height to see anything. */
export function giveHeight(): void {
  for (const name of ['clientHeight', 'clientWidth']) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, value: 600 });
  }
}
