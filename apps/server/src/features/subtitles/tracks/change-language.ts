import { AppError, mustExist } from '../../../errors/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import { readLanguage } from '../../languages/index.ts';
import { videoStore } from '../../videos/index.ts';
import { announceChange } from '../segments/announce-change.ts';
import { type ListedSubtitle, NO_SUBTITLE, subtitleStore } from './subtitle-store.ts';

/**
 * Changes a subtitle's language without changing alignments: an aligned translation can't become the original, and an original
 * with translations can't change. Notifies open editors. Throws 400, 404 and 409.
 */
export function changeLanguage(db: Database, id: number, code: string): Promise<ListedSubtitle> {
  const language = readLanguage('language', code);
  return db.transaction(async (transaction) => {
    const store = subtitleStore(transaction);
    const subtitle = mustExist(await store.lock(id), NO_SUBTITLE);
    if (language === subtitle.language) return subtitle;
    const video = await videoStore(transaction).find(subtitle.video_id);
    if (subtitle.is_original && video?.latest_alignment_id) {
      throw new AppError('conflict', 'videos.hasAlignedSubtitles');
    }
    if (language === subtitle.original_language && subtitle.alignment_id !== null) {
      throw new AppError('conflict', 'subtitles.isTranslation');
    }
    if (await store.lockLanguage(subtitle.video_id, language)) {
      throw new AppError('conflict', 'subtitles.languageTaken');
    }
    await store.setLanguage(id, language);
    if (subtitle.alignment_id !== null) {
      await announceChange(transaction, { alignment_id: subtitle.alignment_id, reordered: true });
    }
    return (await store.find(id)) ?? subtitle;
  });
}
