import { pageAccount } from '../../../api/page-account.ts';
import { accountStorage } from '../../../device-storage/account-storage.ts';

/** A multipart upload. After a page reload it can continue, once the same file is chosen. */
export type UnfinishedUpload = {
  /** Id from the server. */
  name: string;
  part_bytes: number;
  part_count: number;
  /** Numbers of the parts that the store has. */
  sent: number[];
  file: { name: string; size: number; lastModified: number };
};

const storage = accountStorage<UnfinishedUpload>('upload');

export const readUnfinishedUpload = (videoId: number): UnfinishedUpload | undefined =>
  storage.read(pageAccount() ?? '', String(videoId));

/** Stores a video's unfinished upload; undefined removes it. */
export const storeUnfinishedUpload = (videoId: number, upload: UnfinishedUpload | undefined): void =>
  void storage.write(pageAccount() ?? '', upload, String(videoId));

export function findUnfinishedUpload(videoId: number, file: File): UnfinishedUpload | undefined {
  const upload = readUnfinishedUpload(videoId);
  const isSame =
    upload?.file.name === file.name &&
    upload.file.size === file.size &&
    upload.file.lastModified === file.lastModified;
  return isSame ? upload : undefined;
}

export const sentPercent = ({ sent, part_count }: UnfinishedUpload): number =>
  Math.floor((100 * sent.length) / part_count);
