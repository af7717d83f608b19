import { createHash } from 'node:crypto';

/** A card of a deck. Texts are plain; markup is escaped for Anki. */
export type DeckNote = {
  /** Id by which Anki updates the note when a newer deck is imported. */
  guid: string;
  front: string;
  back: string;
  /** Position in the video, as text. */
  times: string;
  audio: string | null;
  /** File name of a picture, shown after the sound. */
  picture?: string | null;
  tags: string[];
};

export type Deck = {
  /** Stable across exports, like the notes' ids, and equal to the first note's id: milliseconds since 1970. */
  id: number;
  name: string;
  /** Seconds since 1970. An import only updates older notes. */
  modified: number;
  notes: DeckNote[];
};

// Tables and indexes of a collection of version 11, which all versions of Anki since 2.0 can import. Names and order are Anki's.
const SCHEMA = `
  CREATE TABLE col (id integer PRIMARY KEY, crt integer NOT NULL, mod integer NOT NULL, scm integer NOT NULL,
    ver integer NOT NULL, dty integer NOT NULL, usn integer NOT NULL, ls integer NOT NULL, conf text NOT NULL,
    models text NOT NULL, decks text NOT NULL, dconf text NOT NULL, tags text NOT NULL);
  CREATE TABLE notes (id integer PRIMARY KEY, guid text NOT NULL, mid integer NOT NULL, mod integer NOT NULL,
    usn integer NOT NULL, tags text NOT NULL, flds text NOT NULL, sfld integer NOT NULL, csum integer NOT NULL,
    flags integer NOT NULL, data text NOT NULL);
  CREATE TABLE cards (id integer PRIMARY KEY, nid integer NOT NULL, did integer NOT NULL, ord integer NOT NULL,
    mod integer NOT NULL, usn integer NOT NULL, type integer NOT NULL, queue integer NOT NULL,
    due integer NOT NULL, ivl integer NOT NULL, factor integer NOT NULL, reps integer NOT NULL,
    lapses integer NOT NULL, left integer NOT NULL, odue integer NOT NULL, odid integer NOT NULL,
    flags integer NOT NULL, data text NOT NULL);
  CREATE TABLE revlog (id integer PRIMARY KEY, cid integer NOT NULL, usn integer NOT NULL, ease integer NOT NULL,
    ivl integer NOT NULL, lastIvl integer NOT NULL, factor integer NOT NULL, time integer NOT NULL,
    type integer NOT NULL);
  CREATE TABLE graves (usn integer NOT NULL, oid integer NOT NULL, type integer NOT NULL);
  CREATE INDEX ix_notes_usn ON notes (usn);
  CREATE INDEX ix_cards_usn ON cards (usn);
  CREATE INDEX ix_revlog_usn ON revlog (usn);
  CREATE INDEX ix_cards_nid ON cards (nid);
  CREATE INDEX ix_cards_sched ON cards (did, queue, due);
  CREATE INDEX ix_revlog_cid ON revlog (cid);
  CREATE INDEX ix_notes_csum ON notes (csum);`;

/** The same note type for all of Sayback's decks, so that an import doesn't add another one. */
const MODEL_ID = 1_763_700_000_011;
const FIELDS = ['Front', 'Back', 'Times', 'Audio'];
const FIELD_SEPARATOR = '\x1f';
/** Anki's update sequence number of objects that aren't synchronised with AnkiWeb yet. */
const NOT_SYNCED = -1;

const CSS = `.card { font-family: sans-serif; font-size: 24px; text-align: center; }
.times { color: #767676; font-size: 14px; }`;

const createModel = (deckId: number) => ({
  id: MODEL_ID,
  name: 'Sayback',
  type: 0,
  // A fixed date: with today's, an import would overwrite the user's own changes to the cards' style.
  mod: Math.floor(MODEL_ID / 1000),
  usn: NOT_SYNCED,
  sortf: 0,
  did: deckId,
  css: CSS,
  latexPre: '',
  latexPost: '',
  tags: [],
  vers: [],
  // Anki's rule: the card's front is empty if the first field is.
  req: [[0, 'any', [0]]],
  flds: FIELDS.map((name, ord) => ({
    name,
    ord,
    sticky: false,
    rtl: false,
    font: 'Arial',
    size: 20,
    media: [],
  })),
  tmpls: [
    {
      name: 'Say it back',
      ord: 0,
      qfmt: '<div dir="auto">{{Front}}</div>',
      afmt: '{{FrontSide}}<hr id="answer"><div dir="auto">{{Back}}</div>{{Audio}}<div class="times">{{Times}}</div>',
      did: null,
      bqfmt: '',
      bafmt: '',
    },
  ],
});

const createDeck = (id: number, name: string, mod: number) => ({
  id,
  name,
  mod,
  usn: NOT_SYNCED,
  desc: '',
  dyn: 0,
  conf: 1,
  collapsed: false,
  extendNew: 0,
  extendRev: 0,
  lrnToday: [0, 0],
  revToday: [0, 0],
  newToday: [0, 0],
  timeToday: [0, 0],
});

const CONF = {
  activeDecks: [1],
  curDeck: 1,
  curModel: String(MODEL_ID),
  nextPos: 1,
  sortType: 'noteFld',
  sortBackwards: false,
  addToCur: true,
  newSpread: 0,
  collapseTime: 1200,
  timeLim: 0,
  estTimes: true,
  dueCounts: true,
};

/** Anki's default options, which a collection must have; imports ignore them. */
const OPTIONS = {
  id: 1,
  name: 'Default',
  mod: 0,
  usn: 0,
  maxTaken: 60,
  autoplay: true,
  timer: 0,
  replayq: true,
  new: { delays: [1, 10], ints: [1, 4, 0], initialFactor: 2500, order: 1, perDay: 20, bury: false },
  rev: { perDay: 200, ease4: 1.3, fuzz: 0.05, minSpace: 1, ivlFct: 1, maxIvl: 36_500, bury: false },
  lapse: { delays: [10], mult: 0, minInt: 1, leechFails: 8, leechAction: 0 },
};

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '[': '&#91;' };

/** Escapes a text as HTML. Brackets too, since `[sound:…]` and `[latex]` have a meaning in Anki. */
const escapeHtml = (text: string) =>
  text
    .replaceAll(FIELD_SEPARATOR, ' ')
    .replace(/[&<>[]/g, (character) => ENTITIES[character] ?? character)
    .replace(/\r\n|\r|\n/g, '<br>');

/** Computes the first 32 bits of the first field's SHA-1, without tags. Anki uses them to find duplicate fronts. */
const computeChecksum = (front: string) =>
  createHash('sha1')
    .update(front.replace(/[\r\n]/g, ''))
    .digest()
    .readUInt32BE(0);

/** Writes a deck as the SQLite file `collection.anki2` of an .apkg. */
export async function writeCollection({ id, name, modified, notes }: Deck): Promise<Uint8Array> {
  // Loaded here, so that other worker threads don't load SQLite.
  const { default: initSqlJs } = await import('sql.js');
  const { Database } = await initSqlJs();
  const database = new Database();
  try {
    database.run(SCHEMA);
    database.run('INSERT INTO col VALUES (1, ?, ?, ?, 11, 0, 0, 0, ?, ?, ?, ?, ?)', [
      Math.floor(id / 1000),
      modified * 1000,
      modified * 1000,
      JSON.stringify(CONF),
      JSON.stringify({ [MODEL_ID]: createModel(id) }),
      JSON.stringify({ 1: createDeck(1, 'Default', 0), [id]: createDeck(id, name, modified) }),
      JSON.stringify({ 1: OPTIONS }),
      '{}',
    ]);
    database.run('BEGIN');
    const addNote = database.prepare(
      `INSERT INTO notes VALUES (?, ?, ${MODEL_ID}, ${modified}, ${NOT_SYNCED}, ?, ?, ?, ?, 0, '')`,
    );
    const addCard = database.prepare(
      `INSERT INTO cards VALUES (?, ?, ${id}, 0, ${modified}, ${NOT_SYNCED}, 0, 0, ?, 0, 0, 0, 0, 0, 0, 0, 0, '')`,
    );
    for (const [index, note] of notes.entries()) {
      const noteId = id + index;
      const fields = [note.front, note.back, note.times].map(escapeHtml);
      const audio = note.audio === null ? '' : `[sound:${note.audio}]`;
      const picture = note.picture ? `<img src="${note.picture}">` : '';
      const tags = note.tags.length > 0 ? ` ${note.tags.join(' ')} ` : '';
      const content = [...fields, audio + picture].join(FIELD_SEPARATOR);
      addNote.run([noteId, note.guid, tags, content, note.front, computeChecksum(note.front)]);
      addCard.run([noteId, noteId, index + 1]);
    }
    addNote.free();
    addCard.free();
    database.run('COMMIT');
    return database.export();
  } finally {
    database.close();
  }
}
