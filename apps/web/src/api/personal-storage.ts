/** What couldn't be sent to the server yet, of one person: it is kept in local storage and outlives the tab. */
export function createPersonalStorage<T>(name: string) {
  const keyOf = (username: string) => `${name}:${username}`;
  return {
    read(username: string): T | undefined {
      try {
        return JSON.parse(localStorage.getItem(keyOf(username)) ?? '') as T;
      } catch {
        return undefined;
      }
    },
    /** Undefined removes it. A full storage keeps nothing. */
    write(username: string, value: T | undefined): void {
      try {
        if (value === undefined) localStorage.removeItem(keyOf(username));
        else localStorage.setItem(keyOf(username), JSON.stringify(value));
      } catch (error) {
        console.error('nothing can be kept in this browser', error);
      }
    },
  };
}
