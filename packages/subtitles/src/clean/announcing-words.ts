const listed = (words: string) =>
  new Set(
    words
      .split(/\s*,\s*/)
      .map((word) => word.trim().normalize('NFC'))
      .filter((word) => word !== ''),
  );

/** What is before a colon and names no speaker: it announces what follows, and is read or said. */
export const ANNOUNCING: ReadonlySet<string> = listed(`
  NOTE, N.B., NB, P.S., PS, WARNING, CAUTION, DANGER, ATTENTION, IMPORTANT, REMEMBER, REMINDER, TIP, EXAMPLE, UPDATE,
  SPOILER, SUBJECT, RE, TO, FROM, CC, TITLE, ANSWER, QUESTION, FACT, TOTAL, RESULT, CONCLUSION, OK, OKAY,
  HINWEIS, ACHTUNG, WARNUNG, BEISPIEL, FRAGE, ANTWORT, BETREFF,
  NOTA, AVISO, CUIDADO, PELIGRO, ATENCIÓN, EJEMPLO, PREGUNTA, RESPUESTA, ASUNTO, PERIGO, ATENÇÃO, EXEMPLO, PERGUNTA,
  RESPOSTA, ASSUNTO, REMARQUE, EXEMPLE, AVERTISSEMENT, RÉPONSE, OBJET, ATTENZIONE, ESEMPIO, DOMANDA, RISPOSTA, PERICOLO,
  LET OP, VOORBEELD, VRAAG, ANTWOORD, UWAGA, PRZYKŁAD, PYTANIE, ODPOWIEDŹ, OBS, DİKKAT, NOT, ÖRNEK, SORU, CEVAP,
  ВНИМАНИЕ, ПРИМЕЧАНИЕ, ПРИМЕР, ВОПРОС, ОТВЕТ, УВАГА, ПРИКЛАД, ПИТАННЯ, ВІДПОВІДЬ, ΣΗΜΕΊΩΣΗ, ΠΡΟΣΟΧΉ, ΠΑΡΆΔΕΙΓΜΑ,
  注意, 例, 例如, 比如, 即, 答, 答案, 问, 問, 问题, 問題, 提示, 结论, 結論, 结果, 結果, 原因, 总结, 總結, 备注, 備註, 注, 另外,
  時間, 时间, 地点, 地點, 場所, 日時, 料金, 名前, 姓名, 电话, 電話, 地址, 住所, 题目, 標題, 标题, 主题, 主題, 例えば, 例题,
  例題, 答え, 質問, 理由, ポイント, ヒント, メモ, テーマ, タイトル, まとめ, 結局, つまり, 定義, 定义, 定理, 証明, 证明,
  字幕, 翻译, 翻譯, 听译, 聽譯, 校对, 校對, 制作, 製作, 翻訳, 提供, 出典, 번역, 자막, 검수, 편집, 제작,
  참고, 예, 예시, 예를 들어, 예를 들면, 주의, 질문, 답, 답변, 정답, 문제, 결론, 결과, 제목, 주제, 이름, 장소, 시간, 일시, 정의, 즉,
  ترجمة, تدقيق, تذكر, تذكير, ملاحظة, ملحوظة, مثال, مثلا, سؤال, جواب, السؤال, الجواب, النتيجة, تحذير, تنبيه, أولا, ثانيا, ثالثا, العنوان, الخلاصة,
  نکته, توجه, سوال, پاسخ, نتیجه, هشدار, הערה, שאלה, תשובה, דוגמה, למשל, אזהרה, מסקנה, כלומר,
  नोट, ध्यान दें, उदाहरण, प्रश्न, सवाल, उत्तर, जवाब, जैसे, हमले, หมายเหตุ, ตัวอย่าง, คำถาม, คำตอบ, เช่น, คือ, สรุป
`);

/** With a number after them (`STEP 2:`) these head a part of the text. */
export const NUMBERED: ReadonlySet<string> = listed(`
  CHAPTER, STEP, PART, EPISODE, DAY, LESSON, UNIT, RULE, LEVEL, ROUND, SEASON, TIP, FACT, REASON, EXAMPLE, FIGURE, YEAR,
  KAPITEL, SCHRITT, TEIL, FOLGE, TAG, LEKTION, REGEL, CAPÍTULO, PASO, PARTE, EPISODIO, DÍA, LECCIÓN, REGLA, PASSO, EPISÓDIO,
  DIA, LIÇÃO, CHAPITRE, ÉTAPE, PARTIE, ÉPISODE, JOUR, LEÇON, RÈGLE, CAPITOLO, GIORNO, LEZIONE, HOOFDSTUK, STAP, DEEL,
  ROZDZIAŁ, KROK, CZĘŚĆ, ГЛАВА, ШАГ, ЧАСТЬ, ДЕНЬ, УРОК, BÖLÜM, ADIM
`);

/** How a clause that introduces speech or a list ends, in scripts without case: 他说, 理由は, 결과는. */
export const SPEAKING_END =
  /(?:说|說|道|问|問|答|喊|叫|想|写|寫|写道|讲|講|曰|是|为|為|如下|包括|称|稱|表示|认为|認為|告诉|告訴|发现|發現|们|的|は|が|を|に|で|と|も|の|って|けど|です|ます|는|은요|에서|하길|다|ว่า)$/u;

/** Words of speaking in scripts without case; a short clause with one of them is no name. */
export const SPEAKING_WORD: ReadonlySet<string> = listed(`
  قال, قالت, قالوا, يقول, تقول, يقولون, فقال, فقالت, وقال, وقالت, سأل, سألت, أجاب, أجابت, هو, هي, هذا, هذه, گفت, می‌گوید, پرسید,
  אמר, אמרה, אמרו, אומר, אומרת, שאל, שאלה, ענה, ענתה, זה, זאת, कहा, बोला, बोली, पूछा, कहते, कहता, है, हैं, 말했다, 물었다, 대답했다
`);
