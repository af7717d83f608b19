import type { PooledDatabase } from '../../platform/database/database.ts';
import type { Engine } from '../../platform/engine/engine.ts';
import type { MediaSigner } from '../videos/index.ts';

/** What the routes of this feature work with. */
export type Parts = { db: PooledDatabase; engine: Engine; signer: MediaSigner; publicUrl: string };
