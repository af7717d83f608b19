import type { Side } from '../clip.ts';
import type { Moment } from '../moment.ts';
import type { Place } from './figure.ts';
import type { Look } from './looks.ts';

/** Every scene is drawn on a ground of 640 by 360. */
export const WIDTH = 640;
export const HEIGHT = 360;

/** Where the camera looks: the middle of the picture and its width, in the scene's units. */
export interface Camera {
  x: number;
  y: number;
  width: number;
}

export interface Person {
  look: Look;
  place: Place;
  close: Camera;
  /** How far the hand is raised at least: 0 to 1. */
  leastLift?: number;
  /** What the hand holds. */
  held?: (moment: Moment) => string;
}

/** A place with two people in it; each part returns SVG. */
export interface Scene {
  people: Record<Side, Person>;
  detail: Camera;
  behind: (moment: Moment) => string;
  /** Over the right person and under the left one. */
  between: (moment: Moment) => string;
  before: (moment: Moment) => string;
}

/** Flat clouds that drift `speed` units a second and come back at the other side. */
export function clouds(
  time: number,
  speed: number,
  fill: string,
  places: [x: number, y: number, scale: number][],
): string {
  return places
    .map(([x, y, scale]) => {
      const at = ((x + (time / 1000) * speed * scale + 120) % (WIDTH + 240)) - 120;
      return `<g transform="translate(${at.toFixed(1)} ${y}) scale(${scale})" fill="${fill}">
        <rect x="-46" y="-9" width="92" height="20" rx="10"/><circle cx="-14" cy="-10" r="17"/><circle cx="13" cy="-7" r="13"/></g>`;
    })
    .join('');
}

/** `count` pieces of SVG, made from their index. */
export function repeat(count: number, piece: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => piece(i)).join('');
}
