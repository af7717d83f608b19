export const SCAN = 'scan-candidate';
export const BULK_SCAN = 'bulk-scan-candidates';
export const DOWNLOAD = 'download-candidate-subtitles';

export const candidateSubject = (candidateId: number) => `candidate:${candidateId}`;
/** Subject of bulk searches and scans. */
export const ALL_CANDIDATES = 'candidates';
