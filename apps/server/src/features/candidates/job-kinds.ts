export const SCAN = 'scan-candidate';
export const BULK_SCAN = 'bulk-scan-candidates';
export const DOWNLOAD = 'download-candidate-subtitles';

export const subjectOf = (candidateId: number) => `candidate:${candidateId}`;
/** What searches and scans in bulk are about. */
export const ALL_CANDIDATES = 'candidates';
