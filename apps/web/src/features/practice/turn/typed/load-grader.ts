let loading: Promise<typeof import('@sayback/grading')> | undefined;

/** Loads the grader, once. Rejects if that fails; the next call retries. */
export function loadGrader(): Promise<typeof import('@sayback/grading')> {
  // Browsers cache a failed import until a reload.
  if (!loading && !navigator.onLine) return Promise.reject(new Error('offline'));
  loading ??= import('@sayback/grading').catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
