/** The oldest Node that can share a port, and so accept more than one connection per turn of its event loop. */
const OLDEST = [22, 12] as const;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  console.error(
    `Sayback needs Node.js ${OLDEST.join('.')} or newer, and this is ${process.versions.node}. ` +
      'Start it with `npm start`, which uses the Node that `npm ci` brought, or install Node 24.',
  );
  process.exit(1);
}
