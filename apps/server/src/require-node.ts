/** First version of Node whose sockets can share a port, to accept several connections per turn of the event loop. */
const MINIMUM_VERSION = [22, 12] as const;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < MINIMUM_VERSION[0] || (major === MINIMUM_VERSION[0] && minor < MINIMUM_VERSION[1])) {
  console.error(
    `Sayback needs Node.js ${MINIMUM_VERSION.join('.')} or newer, and this is ${process.versions.node}. ` +
      'Start it with `npm start`, which uses the Node that `npm ci` installed, or install Node 24.',
  );
  process.exit(1);
}
