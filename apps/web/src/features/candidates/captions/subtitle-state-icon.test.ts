import { describe, expect, it } from 'vitest';
import { subtitleState } from './subtitle-state-icon.tsx';

describe('the state of scan and download', () => {
  it.each([
    ['error', 'error', 'completed'],
    ['error', 'completed', 'error'],
    ['downloaded', 'completed', 'completed'],
    ['downloaded', 'scanning', 'completed'],
    ['scanned', 'completed', null],
    ['scanned', 'completed', 'downloading'],
    ['working', 'scanning', null],
    ['working', null, 'downloading'],
    [null, null, null],
  ] as const)('is %s for scan %s and download %s', (expected, scan, download) => {
    expect(subtitleState({ subtitle_scan_status: scan, subtitle_download_status: download })).toBe(expected);
  });
});
