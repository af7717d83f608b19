import type { Endpoint } from '@sayback/contract';
import { MutationCache } from '@tanstack/react-query';
import { currentTranslation, type TextKey } from '../locales/translation.ts';
import { errorMessage, withReason } from './api-error.ts';
import { type Area, invalidate } from './query.ts';

type Feedback = {
  done?: TextKey;
  /** Shown after a failure, followed by the server's reason. */
  failed?: TextKey;
  /** Shown after a failure, unless the server sent a message, which is then shown alone. */
  failedUnexplained?: TextKey;
  /** Values of the texts' placeholders. */
  values?: Record<string, unknown>;
  /**
   * Results to reload, also after a failure, since another user may have changed them. A successful mutation stays pending until
   * they are reloaded; a failed one doesn't, so that its dialog can be closed immediately.
   */
  stale?: readonly (Area | Endpoint)[];
};

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: Feedback;
  }
}

export type ShowFeedback = { success: (message: string) => void; failure: (message: string) => void };

/** Applies the `meta` of mutations: shows messages and reloads results, before the mutations' own callbacks run. */
export const mutationFeedback = (show: ShowFeedback) =>
  new MutationCache({
    onSuccess(_data, _variables, _result, { meta }) {
      if (meta?.done) show.success(currentTranslation().t(meta.done, meta.values));
    },
    onError(error, _variables, _result, { meta }) {
      const { t } = currentTranslation();
      if (meta?.failed) show.failure(withReason(t(meta.failed, meta.values), error));
      if (meta?.failedUnexplained) show.failure(errorMessage(error, t(meta.failedUnexplained, meta.values)));
    },
    onSettled(_data, error, _variables, _result, { meta }, { client }) {
      const reload = Promise.all((meta?.stale ?? []).map((stale) => invalidate(client, stale)));
      return error ? undefined : reload;
    },
  });
