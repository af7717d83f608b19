import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../api/api-error.ts';
import { buildNewVideo, EMPTY_FIELDS, formErrors } from './video-fields.ts';

const media = new File(['x'], 'clip.mp4', { type: 'video/mp4' });
const FILLED = {
  ...EMPTY_FIELDS,
  title: 'A clip',
  original_language: 'es',
  youtube_id: ' aB3-_xYz019 ',
  media,
};

describe('a new video', () => {
  it('with a media file is sent without a previously typed YouTube id', () => {
    const { body, media: file } = buildNewVideo({ ...FILLED, source: 'hosted' });
    expect(body.youtube_id).toBeNull();
    expect(file).toBe(media);
  });
});

describe('a refused video', () => {
  it('has a message above the form if the server names no field of the form', () => {
    const error = new ApiError(413, { detail: 'Too large.', body: ['Too large.'] });
    expect(formErrors(error, 'Failed.')).toEqual({ fields: [], message: 'Failed. Too large.' });
  });
});
