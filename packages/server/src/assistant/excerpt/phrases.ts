import type { Aspect } from '../question/ambiguity.ts'
import { askedLanguage } from '../question/asked-language.ts'
import type { Source } from '../sources.ts'

/** What the excerpt model says in words of its own. */
export interface Phrases extends Readonly<Record<Aspect, string>> {
  readonly whatToAsk: string
  readonly closing: string
  readonly nothing: string
  readonly unanswered: string
  readonly closest: string
  readonly inOtherLanguage: string
  readonly help: string
  readonly see: string
  readonly seeAlso: string
  readonly isAbout: string
  readonly unread: string
}

const english: Phrases = {
  whatToAsk: 'What would you like to know? Ask about something that this documentation describes.',
  closing: 'Excerpts from the documentation, quoted as they stand.',
  nothing:
    'The documentation does not seem to say anything about this. Try other words, or the names that it uses itself.',
  unanswered: 'The documentation does not seem to answer this. The nearest pages are:',
  closest: 'Nothing here answers this plainly. The closest sections are:',
  inOtherLanguage: 'This documentation is in another language. What comes nearest to your question:',
  help: 'For help, see',
  see: 'See',
  seeAlso: 'See also',
  isAbout: 'The page is about:',
  unread: 'I cannot read files. This answers your words alone.',
  version: 'The answer depends on the version. Which one do you use?',
  language: 'The documentation says this in several languages. Which one do you read?',
  tag: 'The documentation answers this in several parts, each in its own way. Which one do you mean?',
  subject: 'Several pages describe this. Which one do you mean?',
}

const phrases: Readonly<Record<string, Phrases>> = {
  de: {
    whatToAsk: 'Was möchten Sie wissen? Fragen Sie nach etwas, das diese Dokumentation beschreibt.',
    closing: 'Auszüge aus der Dokumentation, wörtlich zitiert.',
    nothing:
      'Die Dokumentation scheint dazu nichts zu sagen. Versuchen Sie andere Wörter oder die Namen, die sie selbst verwendet.',
    unanswered: 'Die Dokumentation scheint das nicht zu beantworten. Am nächsten kommen diese Seiten:',
    closest: 'Nichts hier beantwortet das eindeutig. Am nächsten kommen diese Abschnitte:',
    inOtherLanguage: 'Diese Dokumentation ist in einer anderen Sprache. Ihrer Frage am nächsten kommt:',
    help: 'Hilfe finden Sie hier:',
    see: 'Siehe',
    seeAlso: 'Siehe auch',
    isAbout: 'Auf der Seite geht es um:',
    unread: 'Ich kann keine Dateien lesen. Dies beantwortet nur Ihre Worte.',
    version: 'Die Antwort hängt von der Version ab. Welche verwenden Sie?',
    language: 'Die Dokumentation sagt das in mehreren Sprachen. Welche lesen Sie?',
    tag: 'Die Dokumentation beantwortet das in mehreren Teilen, in jedem anders. Welchen meinen Sie?',
    subject: 'Mehrere Seiten beschreiben das. Welche meinen Sie?',
  },
  fr: {
    whatToAsk: 'Que souhaitez-vous savoir ? Posez une question sur ce que décrit cette documentation.',
    closing: 'Extraits de la documentation, cités tels quels.',
    nothing: 'La documentation ne semble rien dire à ce sujet. Essayez d’autres mots, ou les noms qu’elle emploie.',
    unanswered: 'La documentation ne semble pas répondre à cette question. Les pages les plus proches sont :',
    closest: 'Rien ici n’y répond clairement. Les sections les plus proches sont :',
    inOtherLanguage: 'Cette documentation est dans une autre langue. Le passage le plus proche de votre question :',
    help: 'Pour obtenir de l’aide, voir',
    see: 'Voir',
    seeAlso: 'Voir aussi',
    isAbout: 'La page traite de :',
    unread: 'Je ne peux pas lire de fichiers. Ceci ne répond qu’à votre texte.',
    version: 'La réponse dépend de la version. Laquelle utilisez-vous ?',
    language: 'La documentation le dit en plusieurs langues. Laquelle lisez-vous ?',
    tag: 'La documentation y répond en plusieurs endroits, chacun à sa façon. Lequel voulez-vous ?',
    subject: 'Plusieurs pages décrivent cela. Laquelle voulez-vous ?',
  },
  es: {
    whatToAsk: '¿Qué le gustaría saber? Pregunte por algo que describa esta documentación.',
    closing: 'Extractos de la documentación, citados tal cual.',
    nothing:
      'La documentación no parece decir nada sobre esto. Pruebe otras palabras, o los nombres que ella misma usa.',
    unanswered: 'La documentación no parece responder a esto. Las páginas más cercanas son:',
    closest: 'Nada aquí lo responde con claridad. Las secciones más cercanas son:',
    inOtherLanguage: 'Esta documentación está en otro idioma. Lo más cercano a su pregunta:',
    help: 'Para obtener ayuda, consulte',
    see: 'Véase',
    seeAlso: 'Véase también',
    isAbout: 'La página trata de:',
    unread: 'No puedo leer archivos. Esto responde solo a su texto.',
    version: 'La respuesta depende de la versión. ¿Cuál usa?',
    language: 'La documentación lo dice en varios idiomas. ¿Cuál lee?',
    tag: 'La documentación lo responde en varias partes, en cada una a su manera. ¿A cuál se refiere?',
    subject: 'Varias páginas describen esto. ¿A cuál se refiere?',
  },
  pt: {
    whatToAsk: 'O que gostaria de saber? Pergunte sobre algo que esta documentação descreve.',
    closing: 'Trechos da documentação, citados tal como estão.',
    nothing: 'A documentação não parece dizer nada sobre isto. Tente outras palavras, ou os nomes que ela própria usa.',
    unanswered: 'A documentação não parece responder a isto. As páginas mais próximas são:',
    closest: 'Nada aqui responde a isto com clareza. As seções mais próximas são:',
    inOtherLanguage: 'Esta documentação está em outro idioma. O que mais se aproxima da sua pergunta:',
    help: 'Para obter ajuda, veja',
    see: 'Veja',
    seeAlso: 'Veja também',
    isAbout: 'A página trata de:',
    unread: 'Não consigo ler arquivos. Isto responde apenas ao seu texto.',
    version: 'A resposta depende da versão. Qual você usa?',
    language: 'A documentação diz isto em vários idiomas. Qual você lê?',
    tag: 'A documentação responde a isto em várias partes, em cada uma à sua maneira. A qual se refere?',
    subject: 'Várias páginas descrevem isto. A qual se refere?',
  },
  it: {
    whatToAsk: 'Che cosa vorresti sapere? Chiedi di qualcosa che questa documentazione descrive.',
    closing: 'Estratti dalla documentazione, citati così come sono.',
    nothing: 'La documentazione non sembra dire nulla al riguardo. Prova altre parole, o i nomi che usa essa stessa.',
    unanswered: 'La documentazione non sembra rispondere a questa domanda. Le pagine più vicine sono:',
    closest: 'Nulla qui risponde con chiarezza. Le sezioni più vicine sono:',
    inOtherLanguage: 'Questa documentazione è in un’altra lingua. Ciò che più si avvicina alla domanda:',
    help: 'Per assistenza, vedi',
    see: 'Vedi',
    seeAlso: 'Vedi anche',
    isAbout: 'La pagina tratta di:',
    unread: 'Non posso leggere file. Questo risponde solo al tuo testo.',
    version: 'La risposta dipende dalla versione. Quale usi?',
    language: 'La documentazione lo dice in più lingue. Quale leggi?',
    tag: 'La documentazione risponde in più parti, in ognuna a modo suo. Quale intendi?',
    subject: 'Più pagine descrivono questo. Quale intendi?',
  },
  ru: {
    whatToAsk: 'Что вы хотите узнать? Спросите о том, что описывает эта документация.',
    closing: 'Выдержки из документации, приведены дословно.',
    nothing: 'В документации об этом, по-видимому, ничего нет. Попробуйте другие слова или названия, принятые в ней.',
    unanswered: 'Документация, по-видимому, не отвечает на этот вопрос. Ближайшие страницы:',
    closest: 'Прямого ответа здесь нет. Ближайшие разделы:',
    inOtherLanguage: 'Эта документация на другом языке. Ближе всего к вашему вопросу:',
    help: 'Помощь можно получить здесь:',
    see: 'См.',
    seeAlso: 'См. также',
    isAbout: 'На этой странице:',
    unread: 'Я не могу читать файлы. Это ответ только на ваш текст.',
    version: 'Ответ зависит от версии. Какую вы используете?',
    language: 'Документация говорит об этом на нескольких языках. На каком вы читаете?',
    tag: 'Документация отвечает на это в нескольких частях, в каждой по-своему. Какую вы имеете в виду?',
    subject: 'Это описано на нескольких страницах. Какую вы имеете в виду?',
  },
  ja: {
    whatToAsk: '何をお知りになりたいですか？このドキュメントに書かれていることについてお尋ねください。',
    closing: 'ドキュメントからの抜粋です（原文のまま）。',
    nothing:
      'これについての記述は、ドキュメントに見つかりませんでした。別の言葉か、ドキュメントで使われている名前でお試しください。',
    unanswered: 'この質問への答えは、ドキュメントに見つかりませんでした。近いページ：',
    closest: 'はっきりした答えは見つかりませんでした。近い箇所：',
    inOtherLanguage: 'このドキュメントは別の言語で書かれています。質問に最も近い箇所：',
    help: 'サポートはこちら：',
    see: '参照：',
    seeAlso: '関連：',
    isAbout: 'このページの内容：',
    unread: 'ファイルは読めません。文章だけにお答えしています。',
    version: '答えはバージョンによって異なります。どのバージョンをお使いですか？',
    language: 'ドキュメントには複数の言語で書かれています。どの言語で読みますか？',
    tag: 'ドキュメントの複数の箇所に、それぞれ異なる答えがあります。どれについてですか？',
    subject: '複数のページに説明があります。どれについてですか？',
  },
  zh: {
    whatToAsk: '您想了解什么？请询问本文档所描述的内容。',
    closing: '以上为文档原文摘录。',
    nothing: '文档中似乎没有相关内容。请换个说法，或使用文档中的名称。',
    unanswered: '文档似乎没有回答这个问题。最接近的页面：',
    closest: '没有明确的答案。最接近的章节：',
    inOtherLanguage: '本文档使用其他语言。与您的问题最接近的内容：',
    help: '如需帮助，请访问',
    see: '请参阅',
    seeAlso: '另请参阅',
    isAbout: '本页内容：',
    unread: '我无法读取文件，只能回答您的文字。',
    version: '答案取决于版本。您使用哪个版本？',
    language: '文档有多种语言的说明。您阅读哪一种？',
    tag: '文档在多个部分给出了不同的回答。您指的是哪一个？',
    subject: '有多个页面描述了这一点。您指的是哪一个？',
  },
  ko: {
    whatToAsk: '무엇을 알고 싶으신가요? 이 문서에서 설명하는 내용을 물어보세요.',
    closing: '문서에서 그대로 인용한 내용입니다.',
    nothing: '문서에 이에 대한 내용이 없는 것 같습니다. 다른 말이나 문서에서 쓰는 이름으로 물어보세요.',
    unanswered: '문서에서 이 질문의 답을 찾지 못했습니다. 가장 가까운 페이지:',
    closest: '분명한 답을 찾지 못했습니다. 가장 가까운 부분:',
    inOtherLanguage: '이 문서는 다른 언어로 쓰여 있습니다. 질문에 가장 가까운 내용:',
    help: '도움이 필요하면 여기를 참고하세요:',
    see: '참고:',
    seeAlso: '함께 보기:',
    isAbout: '이 페이지의 내용:',
    unread: '파일은 읽을 수 없습니다. 글로 쓰신 내용에만 답합니다.',
    version: '답은 버전에 따라 다릅니다. 어느 버전을 사용하시나요?',
    language: '문서에 여러 언어로 설명되어 있습니다. 어느 언어로 읽으시나요?',
    tag: '문서의 여러 부분에서 각각 다르게 설명합니다. 어느 것을 말씀하시나요?',
    subject: '여러 페이지에서 설명합니다. 어느 것을 말씀하시나요?',
  },
  ar: {
    whatToAsk: 'ماذا تريد أن تعرف؟ اسأل عن شيء تصفه هذه الوثائق.',
    closing: 'مقتطفات من الوثائق، منقولة كما هي.',
    nothing: 'يبدو أن الوثائق لا تذكر شيئًا عن هذا. جرّب كلمات أخرى، أو الأسماء التي تستخدمها الوثائق.',
    unanswered: 'يبدو أن الوثائق لا تجيب عن هذا. أقرب الصفحات:',
    closest: 'لا شيء هنا يجيب عن هذا بوضوح. أقرب الأقسام:',
    inOtherLanguage: 'هذه الوثائق بلغة أخرى. أقرب ما فيها إلى سؤالك:',
    help: 'للمساعدة، انظر',
    see: 'انظر',
    seeAlso: 'انظر أيضًا',
    isAbout: 'تتناول الصفحة:',
    unread: 'لا أستطيع قراءة الملفات. هذا يجيب عن نصك فقط.',
    version: 'تعتمد الإجابة على الإصدار. أي إصدار تستخدم؟',
    language: 'تذكر الوثائق هذا بعدة لغات. أي لغة تقرأ؟',
    tag: 'تجيب الوثائق عن هذا في عدة أجزاء، كل منها بطريقته. أيها تقصد؟',
    subject: 'تصف عدة صفحات هذا. أيها تقصد؟',
  },
  fa: {
    whatToAsk: 'چه می‌خواهید بدانید؟ دربارهٔ چیزی بپرسید که این مستندات توضیح می‌دهد.',
    closing: 'گزیده‌هایی از مستندات، همان‌گونه که هست.',
    nothing:
      'به نظر می‌رسد مستندات در این باره چیزی نمی‌گوید. واژه‌های دیگر یا نام‌هایی را امتحان کنید که خود مستندات به کار می‌برد.',
    unanswered: 'به نظر می‌رسد مستندات به این پرسش پاسخ نمی‌دهد. نزدیک‌ترین صفحه‌ها:',
    closest: 'پاسخ روشنی در اینجا نیست. نزدیک‌ترین بخش‌ها:',
    inOtherLanguage: 'این مستندات به زبان دیگری است. نزدیک‌ترین بخش به پرسش شما:',
    help: 'برای راهنمایی ببینید:',
    see: 'ببینید:',
    seeAlso: 'همچنین ببینید:',
    isAbout: 'موضوع صفحه:',
    unread: 'نمی‌توانم فایل‌ها را بخوانم. این فقط پاسخ به متن شماست.',
    version: 'پاسخ به نسخه بستگی دارد. از کدام نسخه استفاده می‌کنید؟',
    language: 'مستندات این را به چند زبان می‌گوید. کدام زبان را می‌خوانید؟',
    tag: 'مستندات در چند بخش به این پاسخ می‌دهد، هر کدام به شیوهٔ خود. منظورتان کدام است؟',
    subject: 'چند صفحه این را توضیح می‌دهد. منظورتان کدام است؟',
  },
  he: {
    whatToAsk: 'מה תרצו לדעת? שאלו על משהו שהתיעוד הזה מתאר.',
    closing: 'קטעים מהתיעוד, מצוטטים כלשונם.',
    nothing: 'נראה שהתיעוד אינו אומר דבר על כך. נסו מילים אחרות, או את השמות שבהם הוא משתמש.',
    unanswered: 'נראה שהתיעוד אינו עונה על כך. העמודים הקרובים ביותר:',
    closest: 'אין כאן תשובה ברורה. הקטעים הקרובים ביותר:',
    inOtherLanguage: 'התיעוד הזה כתוב בשפה אחרת. הקטע הקרוב ביותר לשאלתכם:',
    help: 'לעזרה, ראו',
    see: 'ראו',
    seeAlso: 'ראו גם',
    isAbout: 'העמוד עוסק בנושאים:',
    unread: 'איני יכול לקרוא קבצים. זו תשובה לטקסט שלכם בלבד.',
    version: 'התשובה תלויה בגרסה. באיזו גרסה אתם משתמשים?',
    language: 'התיעוד אומר זאת בכמה שפות. באיזו שפה אתם קוראים?',
    tag: 'התיעוד עונה על כך בכמה חלקים, כל אחד בדרכו. לאיזה מהם התכוונתם?',
    subject: 'כמה עמודים מתארים זאת. לאיזה מהם התכוונתם?',
  },
}

/** All that it says, in any language. */
export const allPhrases: readonly string[] = [english, ...Object.values(phrases)].flatMap((each) => Object.values(each))

/**
 * What the excerpt model says to who asked this: in the language of the question, of the sources when that cannot be told, or in
 * English.
 */
export const phrasesFor = (question: string, sources: readonly Pick<Source, 'language'>[]): Phrases => {
  const language = askedLanguage(question) ?? sources[0]?.language ?? 'en'
  return phrases[language.toLowerCase().slice(0, 2)] ?? english
}
