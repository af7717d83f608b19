import { openFolderStorage } from './folder-storage.ts';
import { checkPublicUrl, createPresign, type Presign } from './s3-presign.ts';
import type { S3Settings } from './s3-settings.ts';
import type { Storage } from './storage.ts';

type Settings = { s3: S3Settings | null; mediaDir: string };

/** Opens the object store if configured, or else the folder. Throws an error that names a rejected setting. */
export async function openStorage(
  { s3, mediaDir }: Settings,
  log: (message: string) => void,
): Promise<Storage> {
  if (!s3) return openFolderStorage(mediaDir);
  // Loads the S3 client only if an object store is configured.
  const { openS3Storage } = await import('./s3-storage.ts');
  return openS3Storage(s3, { log });
}

/**
 * Creates the function that signs the store's URLs; null if media pass through the server. Throws an error that names an invalid
 * setting.
 */
export async function openPresigner(
  { s3, s3PublicUrl }: { s3: S3Settings | null; s3PublicUrl: string | null },
  log: (message: string) => void,
): Promise<Presign | null> {
  if (!s3 || !s3PublicUrl) return null;
  const presign = createPresign(s3, s3PublicUrl);
  await checkPublicUrl(presign, s3PublicUrl, log);
  return presign;
}
