import { beginningOf } from '../../pages/plain-text.ts'
import { inlineText } from '../markdown-text.ts'
import { withoutCitations } from './citation-runs.ts'

/** In characters: of a first sentence. */
const longest = 300

/** What says it, by language; each within one sentence. */
const saysNothing = [
  // English
  /\b(?:the|this|these) (?:\w+ ){0,2}(?:documentation|docs|sources) (?:does|do|did)(?: not|n[’']t) (?:\w+ ){0,2}(?:say|mention|cover|describe|explain|specify|address|state|document|answer|discuss|(?:contain|include|provide|give|have) (?:\w+ ){0,2}(?:information|details?|answer|mention|instructions|guidance))\b/i,
  /\b(?:I|we) (?:could(?: not|n[’']t)|can(?:not|[’']t)|did(?: not|n[’']t)|was(?: not|n[’']t) able to|am unable to) (?:find|locate|answer)\b/i,
  /\bno (?:\w+ )?(?:information|mention|details)\b.{0,80}\b(?:documentation|docs|sources)\b/i,
  /\b(?:is|are)(?: not|n[’']t) (?:documented|mentioned|covered|described|explained) (?:anywhere )?(?:in|by) (?:the|this|these) (?:\w+ ){0,2}(?:documentation|docs|sources|pages)\b/i,
  // German
  /(?<!\p{L})(?:dokumentation|doku|quellen)(?!\p{L}).{0,60}(?<!\p{L})(?:sag|erwähn|beschreib|enthäl|enthalt|behandel|erklär|nenn|gib|steh|find|mach|beantwort)\p{L}*.{0,60}(?<!\p{L})(?:nicht|nichts|keine?)(?!\p{L})/iu,
  /(?<!\p{L})ich .{0,60}(?<!\p{L})(?:nicht|nichts|keine?\p{L}*)(?!\p{L}) .{0,60}(?:finden|gefunden)|(?<!\p{L})nicht (?:in der )?(?:dokumentiert|dokumentation)/iu,
  // French
  /(?<!\p{L})(?:documentation|sources) (?:ne |n[’']).{0,40}(?<!\p{L})(?:pas|rien|aucune?)(?!\p{L})|(?<!\p{L})je n[’']ai (?:pas |rien )trouvé|n[’']est pas (?:documenté|mentionné|décrit)/iu,
  // Spanish, Portuguese, Italian
  /(?<!\p{L})(?:documentaci[óo]n|fuentes|documentação|fontes|documentazione|fonti) (?:no|não|non) (?!s[óo]lo)/iu,
  /(?<!\p{L})(?:no (?:he )?enc(?:ontr|uentr)|no pude encontrar|não encontrei|non ho trovato)/iu,
  // Japanese, Chinese, Korean
  /(?:ドキュメント|文書|資料|ソース|情報源).{0,60}(?:記載|説明|言及|情報|見つか|書かれ|触れ).{0,30}(?:ない|ません|なかった)/u,
  /(?:文档|文檔|资料|資料|来源|來源).{0,30}(?:没有|沒有|未).{0,20}(?:说|說|提|介绍|介紹|描述|记载|記載|信息|资讯|資訊|涉及|包含|找到)/u,
  /(?:문서|자료|출처).{0,60}(?:없|않)/u,
]

/** It answers in part, or goes on in the same sentence. */
const hedges =
  /\b(?:directly|explicitly|specifically|exactly|but|however|although|only|aber|jedoch|direkt|ausdrücklich|mais|cependant|directement|explicitement|pero|directamente|mas|ma)\b|(?:直接|明确|但|が、)/iu

/**
 * Does an answer begin by saying that the documentation does not say? Models forget the mark that they are told to begin
 * with, and name the nearest pages with their numbers all the same.
 */
export const saysUnanswered = (answer: string): boolean => {
  const plain = inlineText(withoutCitations(beginningOf(answer.trimStart(), longest)))
  const first = /^.*?(?:[.!?](?=\s|$)|[。！？]|$)/u.exec(plain)?.[0] ?? ''
  return !hedges.test(first) && saysNothing.some((way) => way.test(first))
}
