import type { Config } from '../../config.ts';
import type { Router } from '../../http/serve.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Engine } from '../../platform/engine/engine.ts';
import type { MediaSigner } from '../videos/index.ts';
import { subtitleRoutes } from './routes.ts';

export { alignSubtitle } from './align-subtitle.ts';
export { alignments, segments, subtitles } from './tables.ts';
export { uploadSubtitle } from './upload-subtitle.ts';

type Context = { db: Database; engine: Engine; signer: MediaSigner; config: Pick<Config, 'publicUrl'> };

/** Serves subtitles, their files, their alignments and segments. */
export function subtitleFeature(router: Router, { config, ...context }: Context): void {
  subtitleRoutes(router, { ...context, publicUrl: config.publicUrl });
}
