import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../api/api-error.ts';
import { EMPTY_FIELDS, failureOf, newVideoOf } from './video-fields.ts';

const media = new File(['x'], 'clip.mp4', { type: 'video/mp4' });
const filled = {
  ...EMPTY_FIELDS,
  title: 'A clip',
  original_language: 'es',
  youtube_id: ' aB3-_xYz019 ',
  media,
};

describe('a new video', () => {
  it('a new YouTube video is sent with its id, without a file', () => {
    expect(newVideoOf({ ...filled, source: 'youtube' })).toEqual({
      body: {
        title: 'A clip',
        description: '',
        youtube_id: 'aB3-_xYz019',
        original_language: 'es',
        country: null,
        published: false,
      },
      media: null,
    });
  });

  it('hosted here is sent with its file, and not with an id that was typed before', () => {
    const { body, media: file } = newVideoOf({ ...filled, source: 'hosted' });
    expect(body.youtube_id).toBeNull();
    expect(file).toBe(media);
  });
});

describe('a video that the server refuses', () => {
  it("has the server's messages at its fields, said once", () => {
    const error = new ApiError(400, {
      detail: 'youtube_id: Bad.',
      youtube_id: ['Bad.', 'Really.'],
      title: ['Blank.'],
    });
    expect(failureOf(error, 'Failed.')).toEqual({
      fields: [
        ['title', 'Blank.'],
        ['youtube_id', 'Bad. Really.'],
      ],
      message: undefined,
    });
  });

  it('has the detail above the form when no field of it is meant', () => {
    const error = new ApiError(413, { detail: 'Too large.', body: ['Too large.'] });
    expect(failureOf(error, 'Failed.')).toEqual({ fields: [], message: 'Failed. Too large.' });
  });

  it('has the usual wording when the server said nothing', () => {
    expect(failureOf(new ApiError(0), 'Failed.').message).toBe('Failed.');
  });
});
