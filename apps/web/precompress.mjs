// Compresses the built files once, so that the server doesn't have to on every response.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const folder = fileURLToPath(new URL('dist', import.meta.url));
const TEXTS = /\.(?:js|css|html|svg|json)$/;
/** Smaller files fit into one packet anyway. */
const MIN_BYTES = 1024;

for (const name of readdirSync(folder, { recursive: true })) {
  const file = path.join(folder, String(name));
  if (!TEXTS.test(file)) continue;
  const content = readFileSync(file);
  if (content.length < MIN_BYTES) continue;
  writeFileSync(`${file}.br`, brotliCompressSync(content));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}
