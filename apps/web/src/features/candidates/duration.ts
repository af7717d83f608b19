const two = (value: number) => String(value).padStart(2, '0');

/** Seconds as people write the length of a video: 4:05, 1:02:03. */
export function durationOf(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = two(seconds % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}
