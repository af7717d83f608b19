import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../api/api-error.ts';
import { EMPTY_FIELDS, toFailure, toNewVideo } from './video-fields.ts';

const media = new File(['x'], 'clip.mp4', { type: 'video/mp4' });
const filled = {
  ...EMPTY_FIELDS,
  title: 'A clip',
  original_language: 'es',
  youtube_id: ' aB3-_xYz019 ',
  media,
};

describe('a new video', () => {
  it('hosted here is sent with its file, without a previously typed id', () => {
    const { body, media: file } = toNewVideo({ ...filled, source: 'hosted' });
    expect(body.youtube_id).toBeNull();
    expect(file).toBe(media);
  });
});

describe('a refused video', () => {
  it('shows the detail above the form if it concerns no field', () => {
    const error = new ApiError(413, { detail: 'Too large.', body: ['Too large.'] });
    expect(toFailure(error, 'Failed.')).toEqual({ fields: [], message: 'Failed. Too large.' });
  });
});
