import { subtitles, videos as videoCalls } from '@sayback/contract';
import { mustExist } from '../../../errors/app-error.ts';
import { missingFile, readSmallForm } from '../../../http/form.ts';
import type { Router } from '../../../http/serve.ts';
import { validate } from '../../../http/validation.ts';
import { problemMessage } from '../../../messages/message.ts';
import { storeMessages } from '../../../messages/stored-messages.ts';
import { readAnywhere } from '../../../platform/database/database.ts';
import type { Sound } from '../../../platform/media/sound.ts';
import type { JobKind } from '../../jobs/index.ts';
import { languageName } from '../../languages/index.ts';
import { describeVideo, findVisibleVideo, videoReader, videoStore } from '../../videos/index.ts';
import { canFit } from '../cuts/fit-alignment.ts';
import { countOpenReports } from '../cuts/open-reports.ts';
import type { Deps } from '../deps.ts';
import { soundTimesJob, startFindingTimes } from '../sound-times/find-sound-times.ts';
import { restoreSubtitle } from '../trash/restore-subtitle.ts';
import { trashStore } from '../trash/trash-store.ts';
import { changeLanguage } from './change-language.ts';
import { deleteSubtitle } from './delete-subtitle.ts';
import { compareSubtitles, describeSubtitle } from './describe-subtitle.ts';
import { managedVideoStore } from './managed-video-store.ts';
import { setCueTimes } from './set-cue-times.ts';
import { subtitleStore } from './subtitle-store.ts';
import { SUBTITLE_FILE_LIMIT, uploadSubtitle } from './upload-subtitle.ts';

/** Registers the routes of subtitles. Returns their kinds of jobs. */
export function trackRoutes({ serve }: Router, deps: Deps & { sound: Sound | null }): JobKind[] {
  const videos = videoReader(deps.db);

  serve(videoCalls.listManagedVideos, async ({ query }) => {
    const rows = await managedVideoStore(deps.db).list(query.trashed ?? false);
    const { byVideo } = await countOpenReports(deps.db);
    return rows.map((row) => ({
      ...describeVideo(row, deps.signer),
      has_original: row.has_original,
      translation_count: row.translation_count,
      mismatch_count: row.mismatch_count,
      segment_count: row.segment_count,
      translated_count: row.translated_count,
      report_count: byVideo.get(row.id)?.count ?? 0,
      reported_subtitle_id: byVideo.get(row.id)?.subtitle_id ?? null,
      needs_realign: row.needs_realign,
      trashed_at: row.trashed_at?.toISOString() ?? null,
    }));
  });

  serve(subtitles.listSubtitles, async ({ params, viewer }) => {
    await findVisibleVideo(videos, params.id, viewer);
    const rows = await readAnywhere(deps.db, async (replica) =>
      subtitleStore(replica).listForVideo(params.id),
    );
    if (!viewer.is_admin) return { results: rows.map(describeSubtitle).sort(compareSubtitles) };
    const progress = await subtitleStore(deps.db).countProgress(params.id);
    const { bySubtitle } = await countOpenReports(deps.db, params.id);
    const described = rows.map((row) => ({
      ...describeSubtitle(row),
      ...progress.get(row.id),
      report_count: bySubtitle.get(row.id) ?? 0,
    }));
    return { results: described.sort(compareSubtitles) };
  });

  serve(subtitles.getSubtitle, async ({ params, viewer }) => {
    const found = await readAnywhere(deps.db, (replica) => subtitleStore(replica).find(params.id));
    const row = mustExist(found, 'subtitles.notFound');
    const video = await findVisibleVideo(videos, row.video_id, viewer);
    return {
      ...describeSubtitle(row),
      video_title: video.title,
      original_language: video.original_language,
    };
  });

  serve(subtitles.updateSubtitle, async ({ params, body }) =>
    describeSubtitle(await changeLanguage(deps.db, params.id, body.language)),
  );

  serve(subtitles.uploadSubtitle, async ({ params, request, viewer, audit }) => {
    const { fields, files } = await readSmallForm(request, SUBTITLE_FILE_LIMIT);
    const { language } = validate(subtitles.uploadSubtitle.body, fields);
    if (!files.subtitle_file) throw missingFile('subtitle_file');
    await audit({ language });
    const { problems, ...row } = await uploadSubtitle(deps, {
      videoId: params.id,
      language,
      file: files.subtitle_file,
      createdBy: viewer.id,
    });
    const userMessage = problems.map((problem) => ({
      line: problem.line,
      message: storeMessages(problemMessage(problem)),
    }));
    return { ...describeSubtitle(row), problems: userMessage };
  });

  serve(subtitles.listCues, async ({ params }) => {
    const store = subtitleStore(deps.db);
    const row = mustExist(await store.find(params.id), 'subtitles.notFound');
    const video = await videoStore(deps.db).find(row.video_id);
    return {
      uploaded_at: row.uploaded_at.toISOString(),
      cues: await store.listCues(params.id),
      has_sound: video !== null && canFit(deps.sound, video),
    };
  });

  serve(subtitles.findSoundTimes, async ({ params, viewer }) => ({
    job_id: await startFindingTimes(deps.db, deps.sound, params.id, viewer),
  }));

  serve(subtitles.setCueTimes, async ({ params, body, viewer }) => {
    const { subtitle, ...rest } = await setCueTimes(deps, params.id, body, viewer.id);
    return { ...rest, subtitle: describeSubtitle(subtitle) };
  });

  serve(subtitles.deleteSubtitle, ({ params }) => deleteSubtitle(deps.db, params.id));

  serve(subtitles.listDeletedSubtitles, async ({ params, viewer }) => {
    await findVisibleVideo(videoStore(deps.db), params.id, viewer);
    return (await trashStore(deps.db).listSubtitles(params.id)).map((row) => ({
      id: row.thing_id,
      language: row.language,
      language_display_name: languageName(row.language),
      deleted_at: row.trashed_at.toISOString(),
    }));
  });

  serve(subtitles.restoreSubtitle, async ({ params }) =>
    describeSubtitle(await restoreSubtitle(deps.db, params.id)),
  );

  return [soundTimesJob(deps)];
}
