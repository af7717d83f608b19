import { candidates } from '@sayback/contract';
import type {
  DataApiDouble,
  DoubleVideo,
} from '../../../apps/server/src/testing/doubles/youtube/data-api-double.ts';
import type {
  DoubleTrack,
  YouTubeDouble,
} from '../../../apps/server/src/testing/doubles/youtube/youtube-double.ts';
import type { Api } from '../../support/api.ts';

/** A film on the fake YouTube: its search result and captions. */
export type Film = DoubleVideo & { tracks: DoubleTrack[] };

/** The Spanish captions are late by this time. */
export const SPANISH_DELAY_MS = 3000;

/** Times in milliseconds. Sounds have no translation. */
const LINES: [start: number, end: number, english: string, spanish: string | null][] = [
  [1000, 2400, 'MAN: Two coffees, please.', 'Dos cafés, por favor.'],
  [2900, 4100, 'Black or with milk?', '¿Solos o con leche?'],
  [
    5200,
    7900,
    'One black, one with milk, and a glass of water.',
    'Uno solo, uno con leche y un vaso de agua.',
  ],
  [8300, 9200, '[door creaks]', null],
  [9900, 12_600, 'WOMAN: Sorry I am late. The bus did not come.', 'Perdona el retraso. El autobús no venía.'],
  [13_000, 14_500, 'It never comes on Sundays.', 'Los domingos nunca viene.'],
  [16_800, 19_900, 'Then why do you wait for it every Sunday?', '¿Entonces por qué lo esperas cada domingo?'],
  [20_300, 22_000, 'Because of the people.', 'Por la gente.'],
  [22_400, 25_900, 'Everybody talks when a bus does not come.', 'Todos hablan cuando un autobús no viene.'],
  [27_700, 29_000, '[soft piano music]', null],
  [30_100, 32_700, 'Here are your coffees. Anything else?', 'Aquí tienen los cafés. ¿Algo más?'],
  [33_000, 35_200, 'Yes. When does the next bus leave?', 'Sí. ¿Cuándo sale el próximo autobús?'],
  [37_000, 38_300, 'Tomorrow morning.', 'Mañana por la mañana.'],
  [38_900, 41_900, 'Then we will have another coffee.', 'Entonces tomaremos otro café.'],
];

const english: DoubleTrack['cues'] = LINES.map(([start, end, text]) => [start, end, text]);
const spanish: DoubleTrack['cues'] = LINES.flatMap(([start, end, , text]) =>
  text === null ? [] : [[start + SPANISH_DELAY_MS, end + SPANISH_DELAY_MS, text]],
);

const ENGLISH: DoubleTrack = { language: 'en', kind: 'manual', name: 'English', cues: english };
const SPANISH: DoubleTrack = { language: 'es', kind: 'manual', name: 'Spanish', cues: spanish };
const AUTOMATIC: DoubleTrack = { language: 'en', kind: 'auto', name: 'English (auto)', cues: english };

/** A film whose Spanish captions are late. */
export const BUS_FILM: Film = {
  id: 'bus-on-sund',
  title: 'The Bus That Never Came on Sunday',
  channel: 'Kitchen Table Films',
  duration: 'PT44S',
  license: 'creativeCommon',
  tracks: [ENGLISH, SPANISH, AUTOMATIC],
};

const createFilm = (id: string, title: string, tracks: DoubleTrack[], fields: Partial<Film> = {}): Film => ({
  id,
  title,
  duration: 'PT9M12S',
  tracks,
  ...fields,
});

/** Results of a search in English. */
export const FILMS: Film[] = [
  BUS_FILM,
  createFilm('lighthouse1', 'The Lighthouse Keeper’s Radio | Short Film', [ENGLISH]),
  createFilm('two-chairs1', 'Two Chairs', [AUTOMATIC], { channel: 'Student Film Festival' }),
  createFilm('reaction-v1', 'I REACT to short films (part 12)', []),
  createFilm('paper-boat1', 'A Paper Boat — animated short film by the class of 2019', [ENGLISH, AUTOMATIC]),
  createFilm('last-tram01', 'The Last Tram', [ENGLISH, SPANISH]),
];

/** Adds films to the fake YouTube, found by searches in their language. */
export function addToYouTube(
  { dataApi, captions }: { dataApi: DataApiDouble; captions: YouTubeDouble },
  films: readonly Film[],
  language = 'en',
): void {
  dataApi.results[language] = [...films];
  for (const { id, tracks } of films) captions.videos[id] = { tracks };
}

/** Returns every candidate. */
export const fetchCandidates = async (admin: Api): Promise<candidates.Candidate[]> =>
  (await admin(candidates.listCandidates)).results;

/** Finds the id of a film's candidate. */
export async function findCandidateId(admin: Api, film: Film): Promise<number> {
  const candidate = (await fetchCandidates(admin)).find(({ youtube_id }) => youtube_id === film.id);
  if (!candidate) throw new Error(`there is no candidate for ${film.title}`);
  return candidate.id;
}

/** Adds films to the candidates with a search in English. */
export async function addCandidates(
  admin: Api,
  doubles: { dataApi: DataApiDouble; captions: YouTubeDouble },
  films: readonly Film[] = FILMS,
): Promise<void> {
  addToYouTube(doubles, films);
  await admin(candidates.searchCandidates, { body: { languages: ['en'], max_results: films.length } });
}
