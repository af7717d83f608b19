import { renderHook } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { loadTurnWording } from '../../../locales/i18n.ts';
import { startI18n } from '../../../locales/testing/start-i18n.ts';
import { useTakeDescription } from './use-take-description.ts';

beforeAll(async () => {
  await startI18n();
  await loadTurnWording();
});

it('formats the pace of a take without speech as a number', () => {
  const frames = {
    loudness: new Float32Array(100).fill(-20),
    pitch: new Float32Array(100),
    speech: new Uint8Array(100),
    mfcc: new Float32Array(1200),
  };
  const { result } = renderHook(() => useTakeDescription());
  expect(result.current.describe(frames)).toContain('0.0 syllables a second');
});
