import { analysisOf } from '../../search/words/languages.ts'
import { readTerms } from '../../search/words/words.ts'
import { askedLanguage } from './asked-language.ts'

/** How questions of a language lean on what was said before them. All words in lower case. */
interface Language {
  readonly code: string
  /** How a question begins that goes on: “And …”, “What about …”. */
  readonly goesOn: RegExp
  /** What stands for something that was said. */
  readonly refers: RegExp
  /** How a question begins that may be whole in a few words: “Which …”, “Can I …”. */
  readonly asks: RegExp
  /** The same for “What is …”, which takes one more word to be whole. */
  readonly asksWhat: RegExp
  /** How a fragment begins that only adds to what was asked: “with React”. */
  readonly adds: RegExp
  /** Stems of what can be said of anything, and so says nothing of its own: an example, the default. */
  readonly generic: ReadonlySet<string>
}

const language = (code: string, words: Omit<Language, 'code' | 'generic'> & { generic: string }): Language => ({
  ...words,
  code,
  generic: new Set(readTerms(words.generic, analysisOf(code))),
})

const english = language('en', {
  goesOn: /^(?:and|or|but|so|then|what about|how about|what if)(?![\p{L}\p{N}])/u,
  refers:
    /(?<![\p{L}\p{N}])(?:it(?! (?:possible|necessary))|its|this|that|these|those|they|them|their|same|instead|also|too|else|then|otherwise|(?<!is |are |was )there(?! (?:is|are))|here|(?:the|which|that|this|another|other)(?: \p{L}+)? ones?|one(?= (?:is|was|has|fails?|breaks?|expires?)(?!\p{L})|\W*$)|the (?:first|second|third|last|latter|former|other))(?![\p{L}\p{N}])/u,
  asks: /^(?:what|who|where|when|which|how|is|are|do|does|can|could|should|will)(?![\p{L}\p{N}])/u,
  asksWhat:
    /^(?:(?:what|who|where|when|which)(?:[’']s| is| are)|(?:what|which) \p{L}{4,} (?:is|are|can|do|does))\s+\S/u,
  adds: /^(?:with|without|for|from|in|on|after|before|by|using|via|only|inside|outside|per)(?![\p{L}\p{N}])/u,
  generic:
    'example sample show explain detail detailed elaborate default value type difference limit maximum minimum alternative ' +
    'advantage disadvantage purpose meaning mean reason simpler simple easier way step code snippet tell give work exactly ' +
    'briefly shorter summary possible order long often many several multiple big best better worse kind variant method recommended ' +
    'choose prefer',
})

const languages: readonly Language[] = [
  language('de', {
    goesOn:
      /^(?:und|oder|aber|dann|also|was ist mit|wie ist es mit|wie sieht es (?:\p{L}+ )?mit|wie wäre es)(?![\p{L}\p{N}])/u,
    refers:
      /(?<![\p{L}\p{N}])(?:das(?! \p{Lu})|(?<!gibt |geht )es(?! gibt)|dies\p{L}{0,2}|so etwas|sowas|dort|hier|dann|damit|dafür|davon|dazu|dabei|darin|daran|darauf|stattdessen|ebenfalls|auch|sonst|noch|ihn|ihm|dessen|deren|gleiche\p{L}?|(?:der|die|das) (?:erste|zweite|dritte|letzte|andere))(?![\p{L}\p{N}])/u,
    asks: /^(?:was|wer|wo|wann|wie|welche\p{L}?|ist|sind|kann|können|darf|soll|muss|gibt|geht)(?![\p{L}\p{N}])/u,
    asksWhat: /^(?:(?:was|wer|wo|wann) (?:ist|sind|bedeutet|heißt))\s+\S/u,
    adds: /^(?:mit|ohne|für|von|in|auf|nach|vor|bei|nur|per|innerhalb|außerhalb)(?![\p{L}\p{N}])/u,
    generic:
      'beispiel beispiele zeig zeigen erkläre erklären detail details genauer standard standardwert vorgabe wert typ unterschied grenze ' +
      'maximum minimum alternative vorteil nachteil zweck bedeutung grund einfacher kürzer schritt code lange oft viele möglich genau',
  }),
  language('fr', {
    goesOn: /^(?:et|ou|mais|alors|donc|qu[’']en est-il|et si)(?![\p{L}\p{N}])/u,
    refers:
      /(?<![\p{L}\p{N}])(?:ça|cela|ceci|ce (?:dernier|cas)|celui|celle|ceux|aussi|également|alors|même|là|ici|sinon|lui|leur|en plus|à la place)(?![\p{L}\p{N}])/u,
    asks: /^(?:qu[’']est-ce|que|qui|où|quand|comment|quel\p{L}*|est-ce|peut-on|puis-je|combien|y a-t-il)(?![\p{L}\p{N}])/u,
    asksWhat:
      /^(?:(?:qu[’']est-ce que?(?: c[’']est(?: que)?)?|c[’']est quoi|où est|où sont|quel\p{L}* (?:est|sont)))\s+\S/u,
    adds: /^(?:avec|sans|pour|depuis|dans|sur|après|avant|par|seulement|uniquement)(?![\p{L}\p{N}])/u,
    generic:
      'exemple exemples montre montrer explique expliquer détail détails défaut valeur type différence limite maximum minimum alternative ' +
      'avantage inconvénient raison simple étape code précisément longtemps souvent combien possible',
  }),
  language('es', {
    goesOn: /^(?:y|e|o|pero|entonces|qué tal|qué pasa con|y si)(?![\p{L}\p{N}])/u,
    refers:
      /(?<![\p{L}\p{N}])(?:eso|esto|ese|esa|esos|esas|aquello|también|entonces|ahí|allí|aquí|mismo|misma|lo|además|en su lugar|si no|el otro|la otra|\p{L}{4,}(?:ar|er|ir)l[oa]s?)(?![\p{L}\p{N}])/u,
    asks: /^(?:qué|quién|dónde|cuándo|cómo|cuál\p{L}*|cuánt\p{L}+|es|son|puedo|se puede|hay|debo)(?![\p{L}\p{N}])/u,
    asksWhat: /^(?:(?:qué|cuál|dónde|quién) (?:es|son|está|significa))\s+\S/u,
    adds: /^(?:con|sin|para|desde|en|después|antes|por|solo|sólo|dentro)(?![\p{L}\p{N}])/u,
    generic:
      'ejemplo ejemplos muestra mostrar explica explicar detalle detalles predeterminado defecto valor tipo diferencia límite máximo mínimo ' +
      'alternativa ventaja desventaja razón sencillo simple paso código exactamente posible',
  }),
  language('pt', {
    goesOn: /^(?:e|ou|mas|então|que tal|e se)(?![\p{L}\p{N}])/u,
    refers:
      /(?<![\p{L}\p{N}])(?:isso|isto|esse|essa|este|esta|aquilo|também|então|ali|lá|aqui|mesmo|mesma|além disso|senão|dele|dela|nele|nela)(?![\p{L}\p{N}])/u,
    asks: /^(?:o que|quem|onde|quando|como|qual|quais|quant\p{L}+|é|são|posso|pode|há|devo)(?![\p{L}\p{N}])/u,
    asksWhat: /^(?:(?:o que|qual|onde|quem) (?:é|são|está|significa))\s+\S/u,
    adds: /^(?:com|sem|para|desde|em|no|na|depois|antes|por|só|apenas|dentro)(?![\p{L}\p{N}])/u,
    generic:
      'exemplo exemplos mostre mostrar explique explicar detalhe detalhes padrão valor tipo diferença limite máximo mínimo alternativa ' +
      'vantagem desvantagem razão simples passo código exatamente possível',
  }),
  language('it', {
    goesOn: /^(?:e|o|ma|allora|e se|che ne dici)(?![\p{L}\p{N}])/u,
    refers:
      /(?<![\p{L}\p{N}])(?:questo|questa|quello|quella|ciò|anche|allora|lì|qui|stesso|stessa|invece|altrimenti|inoltre)(?![\p{L}\p{N}])/u,
    asks: /^(?:che|cosa|chi|dove|quando|come|quale|quali|quant\p{L}+|è|sono|posso|si può|c[’']è|devo)(?![\p{L}\p{N}])/u,
    asksWhat: /^(?:(?:che cos[’']è|cos[’']è|cosa|dove|qual) (?:è|sono|significa))\s+\S/u,
    adds: /^(?:con|senza|per|da|in|su|dopo|prima|solo|soltanto|dentro)(?![\p{L}\p{N}])/u,
    generic:
      'esempio esempi mostra mostrare spiega spiegare dettaglio dettagli predefinito valore tipo differenza limite massimo minimo ' +
      'alternativa vantaggio svantaggio motivo semplice passo codice esattamente possibile',
  }),
]

/** In characters, for text without blanks between its words. */
const longestUnspaced = 18

/** Languages that write without blanks, or whose particles stand on the words themselves. */
const unspaced = [
  {
    code: 'ja',
    leans:
      /^(?:では|じゃあ?|それ|で、|なぜ|どうして|なんで|ちなみに|あと|また|もし)|それ|その|そこ|これ|この|ここ|同じ|(?:他|ほか)[にのは]|[でにと]も(?:使|でき|出来|動|可|同|対応)|逆に/u,
    asks: /何|どう|どこ|いつ|誰|どの|どれ|とは|いくつ|方法|ください|なに/u,
    names: /[a-z][\w.]+|\p{Script=Katakana}{3,}|\p{Script=Han}{2,}/iu,
  },
  {
    code: 'ko',
    leans: /^(?:그럼|그러면|그리고|그런데|왜|또)|그것|그거|이것|이거|그건|이건|거기|여기|같은|다른|에서도|로도/u,
    asks: /무엇|뭐|어떻게|어디|언제|누구|어떤|인가요|나요|까요|방법/u,
    names: /[a-z][\w.]+|\p{Script=Hangul}{2,}/iu,
  },
  {
    code: 'zh',
    leans:
      /^(?:那|还有|另外|为什么|为何|为啥|如果|但|而且|可是|還有|為什麼)|它|这|這|也|其他|同样|同樣|一样|一樣|多个|呢[?？]?$/u,
    asks: /什么|什麼|怎么|怎麼|如何|哪|多少|谁|誰|是否|能否/u,
    names: /[a-z][\w.]+|\p{Script=Han}{6,}/iu,
  },
]

const latinName = /[a-z][\w.]+/i
const yesOrNo = /(?:か|ます|吗|嗎|나요|까요|가요)[?？。]?$/u

/** Does a question lean on what was said before it? “And in Python?”, “Und wie oft?”, “なぜ？” */
export const isFollowUp = (question: string): boolean => {
  const asked = withoutCourtesy(question)
  const code = askedLanguage(asked)
  const own = unspaced.find((each) => each.code === code)
  return own ? leansUnspaced(asked, own) : leans(asked, languages.find((each) => each.code === code) ?? english)
}

const leansUnspaced = (question: string, { leans, asks, names }: (typeof unspaced)[number]): boolean => {
  if (leans.test(question)) return question.length <= 3 * longestUnspaced
  // “Does it work?” is asked without a word for “it”, so that only a name makes it whole.
  const isWhole = asks.test(question) ? names.test(question) : latinName.test(question) && yesOrNo.test(question)
  return question.length <= longestUnspaced && !isWhole
}

const leans = (question: string, { code, goesOn, refers, asks, asksWhat, adds, generic }: Language): boolean => {
  const words = question.split(/\s+/).length
  const lower = question.replace(/^\p{Lu}/u, (letter) => letter.toLowerCase())
  const terms = new Set(readTerms(question, analysisOf(code)))
  const own = [...terms].filter((term) => !generic.has(term)).length
  if (own === 0) return true
  if (goesOn.test(lower)) return true
  const reference = refers.exec(lower)
  if (reference) {
    // Behind many words of its own, “it” is one of these.
    const before = lower.slice(0, reference.index).split(' ').length - 1
    return words <= 14 && !(own >= 5 && before >= 4)
  }
  if (adds.test(lower)) return words <= 8
  return words <= 4 && !asksWhat.test(lower) && !(asks.test(lower) && terms.size >= 2)
}

const courtesy =
  /^(?:(?:ok(?:ay)?|alright|thanks?(?: you)?(?: (?:so|very) much| a lot)?|thx|great|cool|perfect|nice|got it|danke(?: ?schön)?|vielen dank|super|merci(?: beaucoup| bien)?|parfait|d[’']accord|(?:muchas )?gracias|genial|vale|perfecto|(?:muito )?obrigad[oa]|grazie(?: mille)?|perfetto|(?:どうも)?ありがとう(?:ございま(?:す|した))?|了解(?:です|しました)?|谢谢你?|好的|謝謝|감사합니다|고마워요?)(?![\p{L}\p{N}])[\s,.!?…、。！，]*)+/iu

/** A question without the thanks, and the marks, that it begins with. */
export const withoutCourtesy = (question: string): string =>
  question
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .replace(courtesy, '')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .trim()
