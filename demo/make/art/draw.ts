import type { SceneName, Shot } from '../clip.ts';
import type { Acting, Moment } from '../moment.ts';
import { figure } from './figure.ts';
import { market } from './market.ts';
import { type Camera, HEIGHT, type Person, type Scene, WIDTH } from './scene.ts';
import { station } from './station.ts';
import { street } from './street.ts';

const SCENES: Record<SceneName, Scene> = { street, market, station };

const WIDE: Camera = { x: WIDTH / 2, y: HEIGHT / 2, width: WIDTH };

/** The picture of the scene at that moment, as SVG of 640 by 360. */
export function draw(name: SceneName, moment: Moment): string {
  const scene = SCENES[name];
  const { left, right } = scene.people;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="${viewBox(scene, moment.shot)}" style="display:block">
    ${scene.behind(moment)}
    ${personAt(right, moment, moment.acting.right)}
    ${scene.between(moment)}
    ${personAt(left, moment, moment.acting.left)}
    ${scene.before(moment)}
  </svg>`;
}

function personAt({ look, place, held, leastLift = 0 }: Person, moment: Moment, acting: Acting): string {
  const lift = leastLift + (1 - leastLift) * acting.lift;
  return figure(look, place, { ...acting, lift }, held?.(moment));
}

function viewBox(scene: Scene, shot: Shot): string {
  const camera = shot === 'wide' ? WIDE : shot === 'detail' ? scene.detail : scene.people[shot].close;
  const height = (camera.width * HEIGHT) / WIDTH;
  return `${camera.x - camera.width / 2} ${camera.y - height / 2} ${camera.width} ${height}`;
}
