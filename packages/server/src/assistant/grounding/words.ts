/** Words of English, German, French, Spanish, Portuguese, Italian, Dutch, Russian, Chinese, Japanese and Korean, in lower case. */

const split = (list: string): string[] => list.split(' ')
const pairs = (list: string): (readonly [string, string])[] =>
  split(list).map((pair) => {
    const [one = '', other = ''] = pair.split('/')
    return [one, other]
  })

/** What says that something is the default. */
export const defaultWords = split(
  'default defaults defaulted defaulting standardmäßig standardwert voreinstellung défaut predeterminado predeterminada defecto omisión ' +
    'padrão predefinito predefinita impostazione умолчанию standaard デフォルト 既定 默认 預設 기본',
)

/** What says that something is on. */
export const onWords = split(
  'true enabled aktiviert eingeschaltet activé activée activés activées activado activada activados habilitado ' +
    'habilitada ativado ativada attivo attivato attivata abilitato abilitata включено включена включён включен ' +
    'ingeschakeld 有効 启用 開啟 활성화',
)

/** What says that something is off. */
export const offWords = split(
  'false disabled deaktiviert ausgeschaltet désactivé désactivée désactivés désactivées desactivado desactivada ' +
    'desactivados deshabilitado deshabilitada desativado desativada desabilitado disattivo disattivato disattivata ' +
    'disabilitato disabilitata отключено отключена отключён выключено uitgeschakeld 無効 禁用 关闭 停用 비활성화',
)

/** Words of which one denies the other. */
export const opposites = pairs(
  'before/after enable/disable enabled/disabled enables/disables enabling/disabling on/off true/false ' +
    'same/different always/never fresh/stale permissive/restrictive include/exclude includes/excludes ' +
    'included/excluded including/excluding inclusive/exclusive increase/decrease increases/decreases increase/reduce ' +
    'increases/reduces required/optional mandatory/optional recommended/discouraged parallel/sequentially ' +
    'minimum/maximum most/least first/last allow/forbid allows/forbids allowed/forbidden accept/reject ' +
    'accepts/rejects accepted/rejected keep/remove kept/removed retained/removed public/private more/fewer more/less ' +
    'larger/smaller large/small longer/shorter faster/slower older/newer ascending/descending ' +
    'synchronous/asynchronous stable/experimental with/without sensitive/insensitive dependent/independent ' +
    'open/closed relative/absolute local/global all/none vorher/nachher vor/nach immer/nie aktiviert/deaktiviert ' +
    'aktivieren/deaktivieren mit/ohne mehr/weniger erlaubt/verboten erforderlich/optional avant/après toujours/jamais ' +
    'avec/sans activé/désactivé activer/désactiver plus/moins obligatoire/facultatif antes/después siempre/nunca ' +
    'con/sin activado/desactivado activada/desactivada habilitada/deshabilitada ativada/desativada activée/désactivée ' +
    'habilitado/desabilitado habilitada/desabilitada abilitata/disabilitata attivato/disattivato attivata/disattivata habilitado/deshabilitado más/menos obligatorio/opcional antes/depois sempre/nunca ' +
    'com/sem ativado/desativado mais/menos obrigatório/opcional prima/dopo sempre/mai con/senza ' +
    'abilitato/disabilitato più/meno obbligatorio/facoltativo до/после всегда/никогда включено/отключено voor/na ' +
    'altijd/nooit met/zonder ingeschakeld/uitgeschakeld meer/minder',
)

/** The same in languages without blanks between words, and in Korean. */
export const unspacedOpposites = pairs(
  '有効/無効 以前/以後 必須/任意 启用/禁用 启用/停用 之前/之后 总是/从不 必需/可选 항상/절대 활성화/비활성화 이전/이후',
)

/** What denies. */
export const negations = new Set(
  split(
    'not no never without cannot none neither nicht kein keine keinen keinem keiner keines nie niemals ohne pas jamais ' +
      'aucun aucune sans nunca jamás ninguno ninguna sin não sem senza non niet geen nooit zonder не нет нельзя никогда без',
  ),
)

/** The same in languages without blanks between words, and in Korean, where it is part of a word. */
export const unspacedNegations = split('ません ない なし 不 没有 沒有 未 无 無法 않 없 못')
