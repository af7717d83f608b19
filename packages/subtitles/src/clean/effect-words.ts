// Words that YouTube and captioners write in brackets for music, applause and laughter, in their common forms. One language per
// line, sorted by code; an underscore represents a space within a name.
const WORDS = `
  موسيقى الموسيقى تصفيق ضحك
  музика ръкопляскания аплодисменти смях
  música aplaudiments rialles
  hudba potlesk smích
  musik bifald klapsalver latter
  musik applaus beifall gelächter lachen
  μουσική χειροκρότημα χειροκροτήματα γέλιο γέλια
  music song singing applause clapping cheering laughter laughing
  música canción aplausos risas risa
  muusika aplaus naer
  موسیقی تشویق خنده
  musiikki musiikkia aplodeja suosionosoituksia naurua
  musique chanson applaudissements applaudissement rires rire
  מוזיקה מוסיקה מחיאות_כפיים צחוק
  संगीत तालियां तालियाँ हंसी हँसी
  glazba pljesak smijeh
  zene taps nevetés
  musik tepuk_tangan tertawa tawa
  musica canzone applauso applausi risate risata
  muzika plojimai juokas
  mūzika aplausi smiekli
  muzik tepukan ketawa
  muziek applaus gelach
  musikk applaus latter
  muzyka oklaski brawa śmiech
  música canção aplausos risos risadas
  muzică aplauze râsete
  музыка музыкальная_заставка аплодисменты смех
  hudba potlesk smiech
  glasba aplavz smeh
  музика аплауз смех
  musik applåder skratt
  müzik alkış alkışlar kahkaha gülme gülüşmeler
  музика оплески сміх
  âm_nhạc vỗ_tay tiếng_cười
`;

// Words in scripts without spaces, which are searched for inside a name (軽快な音楽, 관객 웃음소리).
const PARTS = `
  音楽 拍手 笑い声 歓声
  음악 박수 웃음 환호
  ดนตรี เพลง ปรบมือ เสียงหัวเราะ
  音乐 音樂 掌声 掌聲 鼓掌 笑声 笑聲
`;

const splitList = (words: string) =>
  words
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => word.replaceAll('_', ' ').normalize('NFC'));

const names = splitList(WORDS);

export const EFFECT_WORDS: ReadonlySet<string> = new Set(names.filter((name) => !name.includes(' ')));
export const EFFECT_PHRASES: readonly string[] = names.filter((name) => name.includes(' '));
export const EFFECT_PARTS: readonly string[] = splitList(PARTS);
