import { candidates } from '@sayback/contract';
import type { Router } from '../../../http/serve.ts';
import type { Deps } from '../deps.ts';
import {
  cleanVersion,
  convertVersion,
  deleteVersion,
  previewCleaning,
  restoreVersion,
  saveSynced,
} from './change-version.ts';

export function versionRoutes({ serve }: Router, deps: Deps): void {
  serve(candidates.convertSubtitle, async ({ params, body }) => {
    await convertVersion(deps, params.id, body);
    return { success: true };
  });

  serve(candidates.previewCleaning, ({ params, body }) => previewCleaning(deps, params.id, body));

  serve(candidates.cleanSubtitle, async ({ params, body, audit }) => {
    const changed = await cleanVersion(deps, params.id, body);
    await audit({ changes: changed });
    return { success: true, changed };
  });

  serve(candidates.restoreSubtitle, async ({ params, body }) => {
    await restoreVersion(deps, params.id, body);
    return { success: true };
  });

  serve(candidates.deleteDownloadedSubtitle, async ({ params, query, body }) => {
    const isInBody = (body.version_key ?? body.language) !== undefined;
    await deleteVersion(deps.db, params.id, isInBody ? body : query);
  });

  serve(candidates.saveSyncedSubtitles, async ({ params, body }) => {
    return { success: true, digest: await saveSynced(deps, params.id, body) };
  });
}
