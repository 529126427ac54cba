import { thaiSmallWords } from './small-words.ts'

/** Scripts without blanks between words, and Hangul, whose particles stand on its words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const hangul = /\p{Script=Hangul}/u
/** Their letters are no syllables, so that pairs of them say little. */
const spelt = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const lonePart = /^\p{Script=Hiragana}$/u
/** The stem of a verb of one sign: `描` in `描きます`. */
const loneSign = /(?<!\p{Script=Han})\p{Script=Han}(?=\p{Script=Hiragana})/gu
const words = new Intl.Segmenter('th', { granularity: 'word' })

/** Is some of a text written without blanks between its words? */
export const isUnspaced = (text: string): boolean => unspaced.test(text)

/**
 * The terms of a run of such text: its pairs of characters, which need no dictionary, or its words where characters are
 * letters. Of a word of Korean with a particle (`값을`) the lone syllable as well.
 */
export const unspacedTerms = (run: string): string[] => {
  if (lonePart.test(run)) return []
  if (spelt.test(run)) {
    return [...words.segment(run)].flatMap(({ segment }) =>
      /\p{L}/u.test(segment) && !thaiSmallWords.has(segment) ? [segment.toLowerCase()] : [],
    )
  }
  const characters = [...run.toLowerCase()]
  if (characters.length === 1) return characters
  const pairs = characters.slice(1).map((character, index) => `${characters[index]}${character}`)
  if (hangul.test(run))
    return characters.length === 2 && particle.test(run) ? [...pairs, ...characters.slice(0, 1)] : pairs
  return [...pairs, ...(run.match(loneSign) ?? [])]
}

/** What stands on a noun. */
const particle = /[을를은는에의와과로]$/
/** The same, and what makes a verb of it, when at least two syllables are left: `변경하려면` is about `변경`. */
const koreanEnd =
  /(?<=^\p{Script=Hangul}{2,})(?:(?:하|되|시키)?(?:려면|려고|는지|는데|는|기를|기|고|나요|여|세요|십시오)|합니다|합니까|해야|해서|해|한다|한|할까요|할|했|됩니다|된|될|돼요|(?:이|인)?(?:가요|란|라는)|(?:으로|에서|에게|까지|부터|이나|처럼|보다|마다)?(?:[을를은는이가에의와과로도만]))$/u
const koreanAsked =
  /^(?:어떻게|어떤|어디\p{L}*|어느|언제|누가|무엇\p{L}*|무슨|뭐\p{L}*|뭔가요|왜|몇|할|번|얼마\p{L}*|수|것\p{L}*|방법\p{L}*|하려면|하나요|하는|하면|해야|되나요|있나요|있는|있습니까|있을까요|인가요|대해\p{L}*|위해\p{L}*|그리고|또는|좀|제|저는|나는|내|알려\p{L}*|주세요|싶어요|싶습니다|무엇인가요|차이\p{L}*)$/u

/** Words of Chinese that say how a question is put. */
const chineseAsked =
  /为什么|為什麼|有什么|有什麼|怎么样|怎麼樣|怎么办|怎么|怎麼|怎样|怎樣|如何|什么|什麼|为何|為何|是否|是不是|能否|能不能|可不可以|可以|能够|能夠|哪些|哪个|哪個|哪里|哪裡|哪裏|哪儿|哪|多少|几个|幾個|有没有|有沒有|意思|方法|一个|一個|请问|請問|[请請](?!求)|我们|我們|我的|我|你|您|这个|這個|那个|那個|需要|想要|应该|應該|[的是了吗嗎呢吧把被和与與或](?!解)|(?<![存现現])在(?![线線])/g
/** The same of Japanese, and what stands on its nouns and verbs. */
const japaneseAsked =
  /何ですか|何でしょうか|を|どうすれば|どうしたら|どうやって|どのように|どうやる|どうなる|どう|何(?:回|個|を|が|に|で|の|も)?|なに|なぜ|どこ|どれ|どの|どんな|いつ|いくつ|教えて|ください|下さい|いい|よい|(?:でき|あり|なり)ま(?:すか?|せん)|できる|できない|でしょうか?|ですか?|ますか?|ません|した(?:い|ら)?|しない|して|します|する(?:ため)?|たい|とき|こと|もの|ため|ある|なる|について|によって|から|まで|より|とは|には|では|への|との|やり方|仕方|使い方|方法/g
/** A particle between words, or at the end. */
const japaneseParticle =
  /(?:(?<=[\p{Script=Han}\p{Script=Katakana}ー\w ]|^)[にでともへやのかな]|[はが])(?=[^\p{Script=Hiragana}]|$)/gu

const isKorean = /\p{Script=Hangul}/u
const isJapanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
const isChinese = /\p{Script=Han}/u

/**
 * A question in Chinese, Japanese or Korean without what only says how it is put: pairs of characters of such words are in no
 * index, and would count as words that the site does not say. Any other text as it is, and what nothing would be left of.
 */
export const withoutAsking = (question: string): string => {
  const short = isKorean.test(question)
    ? question.replace(/[\p{Script=Hangul}]+/gu, (word) => (koreanAsked.test(word) ? ' ' : word.replace(koreanEnd, '')))
    : isJapanese.test(question)
      ? question
          .replace(japaneseAsked, ' ')
          .replace(japaneseParticle, ' ')
          .replace(/(?<= |^)\p{Script=Hiragana}(?= |$)/gu, ' ')
      : isChinese.test(question)
        ? question.replace(chineseAsked, ' ')
        : question
  return /[\p{L}\p{N}]/u.test(short) ? short : question
}

/**
 * Terms without pairs of characters that stand across two words: unknown ones between two that are known, as a pair before
 * that ends, and one after that begins, with a character of theirs.
 */
export const withoutSeams = (terms: readonly string[], isKnown: (term: string) => boolean): readonly string[] =>
  terms.filter((term, at) => {
    if (term.length !== 2 || !unspaced.test(term) || isKnown(term)) return true
    const [before = '', after = ''] = [terms[at - 1], terms[at + 1]]
    const isAfter = before.length === 2 && before[1] === term[0] && isKnown(before)
    const isBefore = after.length === 2 && after[0] === term[1] && isKnown(after)
    return !(isAfter && isBefore)
  })
