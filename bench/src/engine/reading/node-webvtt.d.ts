// Types of the part that the benches use, since the package has none. Times are in seconds.
declare module 'node-webvtt' {
  const nodeWebvtt: { parse: (text: string) => { cues: { start: number; end: number; text: string }[] } };
  export default nodeWebvtt;
}
