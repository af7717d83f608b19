/** Converts words to upper case for comparison with the lists, with İ (dotted capital I) as I. */
export const foldCase = (text: string) => text.normalize('NFC').toUpperCase().replaceAll('İ', 'I');

const splitList = (text: string) =>
  foldCase(text)
    .trim()
    .split(/\s*,\s*/);
const toWordSet = (text: string) => new Set(splitList(text));

/** Words that announce the text after a colon rather than name a speaker. */
export const ANNOUNCING: ReadonlySet<string> = toWordSet(`
  NOTE, N.B., NB, P.S., PS, WARNING, CAUTION, DANGER, ATTENTION, IMPORTANT, REMEMBER, REMINDER, TIP, EXAMPLE, UPDATE,
  SPOILER, SUBJECT, RE, TO, FROM, CC, TITLE, ANSWER, QUESTION, FACT, TOTAL, RESULT, CONCLUSION, OK, OKAY, YES, NO,
  BEFORE, AFTER, FIRST, SECOND, THIRD, NEXT, LAST, FINALLY, THEN, AGAIN, NOW, TODAY, TOMORROW, YESTERDAY, TONIGHT,
  MEANWHILE, LISTEN, LOOK, HINT, HELP, LIST, INGREDIENTS, PROBLEM, SOLUTION, PLAN, GOAL, RULE, REASON, MEANING, TRUTH,
  STATUS, CORRECTION, OPTION, OPTIONS, CHOICE, VERSION, DEAR, ADVICE, ANNOUNCEMENT, BONUS, CASE, CAUSE, CLAIM, CLUE, COMMENT, COST, DEFINITION,
  DETAILS, DISCLAIMER, EFFECT, EXCEPTION, EXPLANATION, FYI, HEADLINE, HYPOTHESIS, IDEA, INSTRUCTIONS, ISSUE, LOCATION, MESSAGE, METHOD, MORAL,
  MOTTO, OBSERVATION, OBJECTIVE, PASSWORD, POINT, PROOF, PURPOSE, QUOTE, RECIPE, STATEMENT, SUGGESTION, TASK, THEORY, THESIS, VERDICT,
  SORRY, PLEASE, WELL, ANYWAY, SERIOUSLY, HONESTLY, BASICALLY, OBVIOUSLY, FRANKLY, SIMPLY, CONFIRMED, CHALLENGE, DIAGNOSIS,
  DESTINATION, DISTANCE, SPEED, AGE, HEIGHT, WEIGHT,
  NEWS, SCORE, TIME, PLACE, DATE, PRICE, NAME, ADDRESS, PHONE, INCLUDING, PLUS, SUMMARY, TOPIC, SOURCE, HTTP, HTTPS,
  HINWEIS, ACHTUNG, WARNUNG, BEISPIEL, FRAGE, ANTWORT, BETREFF, VORSICHT, WICHTIG, TIPP, LÖSUNG, FAZIT, ERGEBNIS, GRUND,
  HINWEISE, REGEL, URSACHE, FOLGE, VORTEIL, NACHTEIL, IDEE, ANMERKUNG, KORREKTUR, ANZEIGE, ZUSAMMENFASSUNG, ZUM BEISPIEL, ORT, DATUM, UHRZEIT,
  ZIEL, THEMA, WAHRHEIT, ERSTENS, ZWEITENS, DRITTENS, VORHER, NACHHER, ZUTATEN, ALSO, MERKE, QUELLE,
  NOTA, AVISO, CUIDADO, PELIGRO, ATENCIÓN, EJEMPLO, PREGUNTA, RESPUESTA, ASUNTO, PERIGO, ATENÇÃO, EXEMPLO, PERGUNTA,
  RESPOSTA, ASSUNTO, REMARQUE, EXEMPLE, AVERTISSEMENT, RÉPONSE, OBJET, ATTENZIONE, ESEMPIO, DOMANDA, RISPOSTA, PERICOLO,
  OBSERVACIÓN, OBSERVAÇÃO, OPCIÓN, OPÇÃO, ADVERTENCIA, ADVERTÊNCIA, CORRECCIÓN, CORREÇÃO, FECHA, LUGAR, HORA, MOTIVO, RAZÓN, RAZÃO, IDEIA,
  REGLA, REGRA, OBJETIVO, DEFINICIÓN, DEFINIÇÃO, RESUMEN, RESUMO, AVVISO, OSSERVAZIONE, OPZIONE, REGOLA, RAGIONE, LUOGO,
  REMARQUES, ASTUCE, RÈGLE, RAISON, DÉFINITION, RÉSUMÉ, LIEU, HEURE,
  IMPORTANTE, RECUERDA, RECUERDEN, CONSEJO, PROBLEMA, SOLUCIÓN, CONCLUSIÓN, RESULTADO, VERDAD, ANTES, DESPUÉS, PRIMERO,
  SEGUNDO, TERCERO, INGREDIENTES, LEMBRE-SE, DICA, SOLUÇÃO, CONCLUSÃO, DEPOIS, PRIMEIRO, TERCEIRO, VERDADE, RAPPEL, CONSEIL,
  PROBLÈME, RÉSULTAT, VÉRITÉ, AVANT, APRÈS, PREMIÈREMENT, DEUXIÈMEMENT, ENFIN, INGRÉDIENTS, RICORDA, CONSIGLIO, SOLUZIONE,
  CONCLUSIONE, RISULTATO, VERITÀ, PRIMA, DOPO, PRIMO, SECONDO, INGREDIENTI,
  SAID, SAYS, DIJO, DICE, DISSE, DIZ, DIT, SAGTE, SAGT, ΕΊΠΕ, ΛΈΕΙ, СКАЗАЛ, СКАЗАЛА, ГОВОРИТ, DEDI, ÜBRIGENS, NÄMLICH, VERGLEICH,
  TRANSLATION, TRANSLATOR, TRANSLATED, SUBTITLES, CAPTIONS, CREDITS, TRADUCCIÓN, SUBTÍTULOS, TRADUCTION, SOUS-TITRES, UNTERTITEL,
  ÜBERSETZUNG, TRADUZIONE, SOTTOTITOLI, TRADUÇÃO, LEGENDAS, TŁUMACZENIE, NAPISY, ÇEVIRI, ПЕРЕВОД, СУБТИТРЫ, ΜΕΤΆΦΡΑΣΗ,
  ЗАМЕТКА, ПРЕДУПРЕЖДЕНИЕ, ПРАВИЛО, ПРИЧИНА, РЕЗУЛЬТАТ, ЗАДАЧА, ЦЕЛЬ, ТЕМА, МЕСТО, ВРЕМЯ, ДАТА, АДРЕС, НАПРИМЕР, ВО-ПЕРВЫХ, ВО-ВТОРЫХ,
  ПОМНИ, ПОМНИТЕ, ГЛАВНОЕ, ВАЖНО, ПРОБЛЕМА, РЕШЕНИЕ, ВЫВОД, ИТОГ, СОВЕТ, ПРАВДА, СНАЧАЛА, ПОТОМ, ПЕРВОЕ, ВТОРОЕ,
  LET OP, VOORBEELD, VRAAG, ANTWOORD, UWAGA, PRZYKŁAD, PYTANIE, ODPOWIEDŹ, OBS, DİKKAT, NOT, ÖRNEK, SORU, CEVAP,
  ВНИМАНИЕ, ПРИМЕЧАНИЕ, ПРИМЕР, ВОПРОС, ОТВЕТ, УВАГА, ПРИКЛАД, ПИТАННЯ, ВІДПОВІДЬ, ΚΑΝΌΝΑΣ, ΛΌΓΟΣ, ΑΠΟΤΈΛΕΣΜΑ, ΕΡΏΤΗΣΗ, ΑΠΆΝΤΗΣΗ,
  ΘΈΜΑ, ΣΥΜΒΟΥΛΉ, ΣΗΜΕΊΩΣΗ, ΠΡΟΣΟΧΉ, ΠΑΡΆΔΕΙΓΜΑ,
  BUT, SO, HOWEVER, WAIT, HEY, STILL, INSTEAD, THUS, THEREFORE, BECAUSE, AND, OR, OTHERWISE, BESIDES, ACTUALLY, BREAKING,
  SPOILERS, FACTS, TEXT, ASKED, REPLIED, ADDED,
  ABER, UND, ODER, DENN, TROTZDEM, DESHALB, DAHER, JEDOCH, MOMENT, WARTE, KURZ, KURZUM, KLAR, FAKT, JA, NEIN, FRAGTE,
  DONC, MAIS, ET, OU, CAR, CEPENDANT, POURTANT, BREF, ALORS, ATTENDS, ATTENDEZ, OUI, NON, ENTONCES, PERO, ADEMÁS, PORQUE, ESPERA,
  ESPEREN, OJO, NOTICIA, DATO, SÍ,
  QUINDI, PERÒ, ALLORA, DUNQUE, CIOÈ, INOLTRE, ASPETTA, SÌ, ENTÃO, MAS, PORTANTO, PORÉM, ESPERE, RESUMINDO, SIM, NÃO,
  DUS, MAAR, ECHTER, KORTOM, WACHT, RESULTAAT, UITSLAG, OPMERKING, CONCLUSIE, BIJVOORBEELD, NEE, ZEI, ZEGT,
  POWIEDZIAŁ, POWIEDZIAŁA, MÓWI, WNIOSEK, CZYLI, WIĘC, ZATEM, JEDNAK, ALE, WYNIK, NOTATKA, CZEKAJ, TAK, NIE,
  ŘEKL, ŘEKLA, ŘÍKÁ, OTÁZKA, ODPOVĚĎ, POZOR, VÝSLEDEK, ZÁVĚR, TAKŽE, TEDY, NAPŘÍKLAD, PŘÍKLAD, POZNÁMKA, POČKEJ, ANO, POVEDAL,
  POVEDALA, ODPOVEĎ, VÝSLEDOK, NAPRÍKLAD,
  KÉRDÉS, VÁLASZ, FIGYELEM, TEHÁT, EREDMÉNY, PÉLDA, PÉLDÁUL, MEGJEGYZÉS, MONDTA, VAGYIS, SZÓVAL, VÁRJ, IGEN, NEM,
  FRÅGA, SVAR, RESULTAT, EXEMPEL, VARNING, SLUTSATS, ALLTSÅ, VÄNTA, SA, SADE, SÄGER, SPØRGSMÅL, SPØRSMÅL, EKSEMPEL, ADVARSEL,
  BEMÆRK, ALTSÅ, VENT, SAGDE, SIGER, SIER, NEJ, NEI,
  KYSYMYS, VASTAUS, TULOS, ESIMERKKI, ESIMERKIKSI, HUOM, HUOMIO, VAROITUS, MUTTA, JOTEN, ODOTA, SANOI, SANOO,
  ÎNTREBARE, RĂSPUNS, REZULTAT, EXEMPLU, ATENȚIE, ATENŢIE, NOTĂ, CONCLUZIE, DECI, DAR, SPUSE, ZISE, PITANJE, ODGOVOR, PRIMJER,
  PRIMER, NAPOMENA, PAŽNJA, DAKLE, REKAO, REKLA,
  SONUÇ, YANI, ÖNEMLI, ÖRNEĞIN, AMA, FAKAT, ÇÜNKÜ, UYARI, BEKLE, SÖYLEDI, EVET, HAYIR,
  CATATAN, CONTOH, CONTOHNYA, MISALNYA, JADI, TAPI, TETAPI, PERTANYAAN, JAWABAN, PERINGATAN, PERHATIAN, ARTINYA, HASIL, HASILNYA,
  KESIMPULAN, KATANYA, TUNGGU, NHƯNG, VẬY,
  ИТАК, НО, ОДНАКО, ЗНАЧИТ, ПОЭТОМУ, КОРОЧЕ, ФАКТ, СПРОСИЛ, СПРОСИЛА, ОТВЕТИЛ, ОТВЕТИЛА, ПОДОЖДИ, ПОДОЖДИТЕ, ДА, НЕТ, ВЪПРОС,
  ОТГОВОР, БЕЛЕЖКА, ИЗВОД, КАЗА,
  ОТЖЕ, АЛЕ, СКАЗАВ, ПРИМІТКА, ВИСНОВОК, НАПРИКЛАД, ПИТАЊЕ, ОДГОВОР, ПАЖЊА, ДАКЛЕ, ΆΡΑ, ΛΟΙΠΌΝ, ΑΛΛΆ, ΌΜΩΣ, ΔΗΛΑΔΉ, ΕΠΟΜΈΝΩΣ, ΠΕΡΊΜΕΝΕ, ΝΑΙ, ΌΧΙ,
  首先, 其次, 最后, 最後, 规则, 規則, 警告, 原则, 原則, 方法, 目的, 目标, 目標, 选项, 選項, 优点, 優點, 缺点, 缺點, 步骤, 步驟, 状态, 注釈, 補足, 回答,
  注意, 例, 例如, 比如, 即, 答, 答案, 问, 問, 问题, 問題, 提示, 结论, 結論, 结果, 結果, 原因, 总结, 總結, 备注, 備註, 注, 另外,
  時間, 时间, 地点, 地點, 場所, 日時, 料金, 名前, 姓名, 电话, 電話, 地址, 住所, 题目, 標題, 标题, 主题, 主題, 例えば, 例题,
  例題, 答え, 質問, 理由, ポイント, ヒント, メモ, テーマ, タイトル, まとめ, 結局, つまり, 定義, 定义, 定理, 証明, 证明,
  所以, 但是, 不过, 不過, 因此, だから, しかし, でも,
  字幕, 翻译, 翻譯, 听译, 聽譯, 校对, 校對, 制作, 製作, 翻訳, 提供, 出典, 번역, 자막, 검수, 편집, 제작,
  요약, 경고, 이유, 원인, 그래서, 하지만, 그러나, 그리고,
  참고, 예, 예시, 예를 들어, 예를 들면, 주의, 질문, 답, 답변, 정답, 문제, 결론, 결과, 제목, 주제, 이름, 장소, 시간, 일시, 정의, 즉,
  مهم, معلومة, القاعدة, السبب, الحل, المكان, التاريخ, الوقت, الهدف, الموضوع, الفكرة, نصيحة, כלל, סיבה, פתרון, מקום, תאריך, נושא, טיפ, חשוב,
  ترجمة, تدقيق, تذكر, تذكير, ملاحظة, ملحوظة, مثال, مثلا, سؤال, جواب, السؤال, الجواب, النتيجة, تحذير, تنبيه, أولا, ثانيا, ثالثا, العنوان, الخلاصة,
  نکته, توجه, سوال, پاسخ, نتیجه, هشدار, הערה, שאלה, תשובה, דוגמה, למשל, אזהרה, מסקנה, כלומר,
  إذن, لكن, انتباه, אבל, לכן, नतीजा, परिणाम, निष्कर्ष, सूचना, चेतावनी, लेकिन, इसलिए, แต่, ดังนั้น,
  नोट, ध्यान दें, उदाहरण, प्रश्न, सवाल, उत्तर, जवाब, जैसे, हमले, ข้อควรระวัง, เหตุผล, สถานที่, วันที่, หัวข้อ, ข้อแรก, สำคัญ,
  คำเตือน, หมายเหตุ, ตัวอย่าง, คำถาม, คำตอบ, เช่น, คือ, สรุป
`);

/** Words that form a heading with the next word (`STEP 2:`, `Part One:`). */
export const NUMBERED: ReadonlySet<string> = toWordSet(`
  NUMBER, CHAPTER, STEP, PART, EPISODE, DAY, LESSON, UNIT, RULE, LEVEL, ROUND, SEASON, PSALM, TIP, FACT, REASON, EXAMPLE, FIGURE, YEAR,
  KAPITEL, SCHRITT, TEIL, FOLGE, TAG, LEKTION, REGEL, CAPÍTULO, PASO, PARTE, EPISODIO, DÍA, LECCIÓN, REGLA, PASSO, EPISÓDIO,
  DIA, LIÇÃO, CHAPITRE, ÉTAPE, PARTIE, ÉPISODE, JOUR, LEÇON, RÈGLE, CAPITOLO, GIORNO, LEZIONE, HOOFDSTUK, STAP, DEEL,
  ROZDZIAŁ, KROK, CZĘŚĆ, ГЛАВА, ШАГ, ЧАСТЬ, ДЕНЬ, УРОК, BÖLÜM, ADIM
`);

/**
 * Words that aren't speakers if followed by a number or a letter (`ROOM 101:`, `Exhibit A:`), but can be if followed by another
 * word (`BUS DRIVER:`).
 */
export const THINGS: ReadonlySet<string> = toWordSet(`
  FLIGHT, ROOM, GATE, PAGE, SECTION, ARTICLE, PHASE, ACT, SCENE, VOLUME, BOOK, VERSE, EXERCISE, STAGE, WEEK, CHANNEL, ROUTE, TEST,
  EXHIBIT, BUS, TRAIN, PLATFORM, FLOOR, TABLE, ITEM, MODULE, APPENDIX, SLIDE, GAME, MATCH, SET, LAP, TAKE, TRACK, FORMULA, GROUP, HIGHWAY,
  SEITE, ZIMMER, GLEIS, AUFGABE, ÜBUNG, WOCHE, SZENE, GRUPPE, ABSCHNITT, LINIE, PÁGINA, EJERCICIO, FASE, NIVEL, PISO, VUELO, SALA, SEMANA, GRUPO,
  ESCENA, TEMPORADA, EXERCICE, NIVEAU, VOL, SALLE, SEMAINE, SCÈNE, SAISON, GROUPE, ESERCIZIO, LIVELLO, VOLO, SETTIMANA, SCENA, STAGIONE, GRUPPO,
  EXERCÍCIO, NÍVEL, VOO, CENA, СЕРИЯ, РАЗДЕЛ, ПУНКТ, РЕЙС, КОМНАТА, ЗАДАНИЕ, СТРАНИЦА, НЕДЕЛЯ, ГРУППА, СЕЗОН, ΚΕΦΆΛΑΙΟ, ΜΆΘΗΜΑ, ΒΉΜΑ, ΜΈΡΟΣ
`);

/** Words for several people who speak at once. Combined with another word, they aren't names (`After all:`). */
export const TOGETHER: ReadonlySet<string> = toWordSet(`
  ALL, BOTH, EVERYONE, EVERYBODY, TOGETHER, TODOS, AMBOS, LOS DOS, TOUS, TOUTES, ENSEMBLE, LES DEUX, ALLE, BEIDE, ZUSAMMEN,
  TUTTI, INSIEME, ENTRAMBI, OS DOIS, JUNTOS, ВСЕ, ОБА, ВМЕСТЕ, ΌΛΟΙ, ΜΑΖΊ, HERKES, HEPSI, WSZYSCY, RAZEM, ALLEN, SAMEN
`);

const ROLE_WORDS = `
  man, woman, men, women, boy, girl, kid, child, children, guy, lady, male, female, voice, narrator, announcer, reporter,
  newscaster, anchor, host, interviewer, operator, dispatcher, officer, guard, soldier, policeman, cop, doctor, nurse, teacher,
  student, crowd, chorus, choir, audience,
  mann, frau, männer, frauen, junge, mädchen, kind, stimme, erzähler, erzählerin, sprecher, sprecherin, polizist, polizistin,
  arzt, ärztin, lehrer, lehrerin, kommissar, kommissarin, richter, richterin, kellner, kellnerin, menge, chor,
  мужчина, женщина, мальчик, девочка, девушка, парень, голос, диктор, рассказчик, ведущий, ведущая, солдат, полицейский, толпа,
  άντρας, γυναίκα, αγόρι, κορίτσι, φωνή, αφηγητής, adam, kadın, çocuk, kız, ses, anlatıcı, spiker, asker, polis,
  vrouw, jongen, meisje, stem, verteller, mężczyzna, kobieta, chłopiec, dziewczyna, głos, lektor
`;

// Roles in languages whose adjectives follow the noun: ‘Mujer joven’.
const ROMANCE_ROLE_WORDS = `
  hombre, mujer, niño, niña, chico, chica, voz, narrador, narradora, locutor, locutora, policía, soldado, multitud, coro,
  homme, femme, garçon, fille, enfant, voix, voix off, narrateur, narratrice, présentateur, présentatrice, policier, soldat, foule, chœur,
  uomo, donna, ragazzo, ragazza, bambino, bambina, voce, narratore, poliziotto, soldato, folla,
  homem, mulher, menino, menina, rapaz, rapariga, garoto, garota, narradora, repórter, polícia, multidão
`;

const PREPOSITIONS =
  'on|over|in|at|from|through|of|with|en|por|de|del|au|à|à la|sur|dans|am|im|über|aus|von|al|alla|nella|in|na|no|em|ao|по|в|на|из|за|στο|στη|στην';

const ROMANCE_ROLE = splitList(ROMANCE_ROLE_WORDS).join('|');
const ANY_ROLE = `${splitList(ROLE_WORDS).join('|')}|${ROMANCE_ROLE}`;

// ‘My man: You did it.’ addresses or announces somebody.
const POSSESSIVES = "my|your|our|his|her|their|here['’]s|(?:[dkms]ein|ihr|unse?r|eue?r)(?:e[mnrs]?)?";

/** First words of a phrase that isn't a name, though German capitalises its noun: `Mein Vorschlag`, `Nächster Halt`. */
export const PHRASE_START = new RegExp(
  `^(?:${POSSESSIVES}|in|good|bad|d(?:as|e[mnrs]|ie)|ein(?:e[mnrs]?)?|` +
    '(?:erst|zweit|dritt|letzt|nächst|best|schlimmst|gut|schlecht|neu|groß|klein|wichtig|kurz)e[mnrs]?) ',
  'iu',
);

/** A role, with an optional preceding word and an optional source of the voice (`Old man`, `Man on TV`). */
export const ROLES = new RegExp(
  `^(?!(?:${POSSESSIVES}) )(?:\\d+(?:st|nd|rd|th)? |\\p{Lu}[\\p{L}\\p{M}.'’-]* )?(?:\\p{L}+['’]s )?(?:${ANY_ROLE})(?: #?\\p{N}+)?(?: (?:and|y|et|und|e|и) (?:${ANY_ROLE}))?(?:,? (?:${PREPOSITIONS})(?: [\\p{L}.]+){1,2})?$`,
  'iu',
);

export const ROLE_WITH_ADJECTIVE = new RegExp(`^(?:${ROMANCE_ROLE}) \\p{L}{4,}$`, 'iu');

/**
 * Abbreviations before a name, whose full stop doesn't end a sentence: initials and titles. Titles that are also words count only
 * at a line's start: `ON. NERI`, but not `Come on. MAN`.
 */
export const ABBREVIATIONS =
  '(?![\\p{Script=Han}\\p{Script=Hangul}\\p{Script=Hiragana}\\p{Script=Katakana}])\\p{L}|' +
  'Mrs?|Ms|Dra?|St|[SJ]r|Sra|Srta|Dña|Profa?|Lt|Col|Capt?|Sgt|Gen|Maj|Cpl|Pvt|Cmdr|Adm|Det|Insp|Supt|Rev|Msgr|Sen|Gov|Amb|Asst|Mme|Mlle|' +
  'Hr|Fr|Frl|Ing|Dipl|Mevr|Dhr|Mgr|Płk|Sig|Dott|Avv|муж|жен|проф|кап|лейт|κ|δρ|डॉ|(?<!.)(?:On|Hon|Eng|Lic|Pres)';

/** Endings of clauses that introduce speech or a list, in scripts without case: 他说, 理由は, 결과는. */
export const SPEAKING_END =
  /(?:说|說|道|问|問|答|喊|叫|想|写|寫|写道|讲|講|曰|是|为|為|如下|包括|称|稱|表示|认为|認為|告诉|告訴|发现|發現|们|的|は|が|を|に|で|と|も|の|って|けど|です|ます|는|은요|에서|하길|다|ว่า)$/u;

/** Verbs of speaking and pronouns in scripts without case. A short clause that contains one isn't a name. */
export const SPEAKING_WORD: ReadonlySet<string> = toWordSet(`
  قال, قالت, قالوا, يقول, تقول, يقولون, فقال, فقالت, وقال, وقالت, سأل, سألت, أجاب, أجابت, هو, هي, هذا, هذه, گفت, می‌گوید, پرسید,
  أنا, أنت, نحن, هم, لي, لك, له, لها, لنا, لكم, لهم, אני, אתה, אנחנו, הוא, היא, הם, לי, לך, לו, לה, לנו, להם,
  मैं, मैंने, तुम, तुमने, उसने, हम, हमने, यह, वह,
  אמר, אמרה, אמרו, אומר, אומרת, שאל, שאלה, ענה, ענתה, זה, זאת, कहा, बोला, बोली, पूछा, कहते, कहता, है, हैं, 말했다, 물었다, 대답했다
`);
