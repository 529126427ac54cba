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
    'ingeschakeld wahr vrai vraie verdadero verdadera verdadeiro verdadeira vero vera waar истина 有効 启用 開啟 활성화',
)

/** What says that something is off. */
export const offWords = split(
  'false disabled deaktiviert ausgeschaltet désactivé désactivée désactivés désactivées desactivado desactivada ' +
    'desactivados deshabilitado deshabilitada desativado desativada desabilitado disattivo disattivato disattivata ' +
    'disabilitato disabilitata отключено отключена отключён выключено uitgeschakeld falsch faux fausse falso falsa onwaar ложь ' +
    '無効 禁用 关闭 停用 비활성화',
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
    'altijd/nooit met/zonder ingeschakeld/uitgeschakeld meer/minder ' +
    // What the English ones above are in the others, and what goes by itself or by hand.
    'automatically/manually automatisch/manuell automatiquement/manuellement automáticamente/manualmente ' +
    'automaticamente/manualmente automatisch/handmatig автоматически/вручную ' +
    'erlauben/verbieten erlaubt/untersagt akzeptiert/abgelehnt eingeschlossen/ausgeschlossen gleich/verschieden ' +
    'mindestens/höchstens minimal/maximal größer/kleiner länger/kürzer schneller/langsamer älter/neuer älteste/neueste ' +
    'ältesten/neuesten erste/letzte ersten/letzten behalten/entfernt öffentlich/privat synchron/asynchron relativ/absolut ' +
    'autorise/interdit autorisé/interdit autorisée/interdite accepte/refuse accepté/refusé inclus/exclu minimum/maximum ' +
    'plus/moindre premier/dernier première/dernière premiers/derniers ancien/récent conservé/supprimé conservée/supprimée ' +
    'conservés/supprimés public/privé relatif/absolu synchrone/asynchrone ' +
    'permite/prohíbe permiten/prohíben permitido/prohibido acepta/rechaza aceptan/rechazan aceptado/rechazado ' +
    'incluido/excluido mínimo/máximo primero/último primera/última conservado/eliminado público/privado relativo/absoluto ' +
    'permite/proíbe permitido/proibido aceita/rejeita aceito/rejeitado incluído/excluído primeiro/último primeira/última ' +
    'mantido/removido consente/vieta consentito/vietato accetta/rifiuta accettato/rifiutato incluso/escluso ' +
    'minimo/massimo primo/ultimo prima/ultima toegestaan/verboden geaccepteerd/geweigerd eerste/laatste ' +
    'разрешено/запрещено разрешает/запрещает обязательно/необязательно первый/последний больше/меньше ' +
    'минимальный/максимальный',
)

/** The same in languages without blanks between words, and in Korean. */
export const unspacedOpposites = pairs(
  '有効/無効 以前/以後 必須/任意 启用/禁用 启用/停用 之前/之后 总是/从不 必需/可选 항상/절대 활성화/비활성화 이전/이후 ' +
    '許可/禁止 許可/拒否 自動/手動 最大/最小 最初/最後 追加/削除 同期/非同期 允许/禁止 允许/拒绝 接受/拒绝 自动/手动 最早/最新 ' +
    '保留/删除 同步/异步 包含/排除 허용/금지 허용/거부 자동/수동 최대/최소',
)

/** How words begin that put one thing before another: “the flag takes precedence over the file”. */
export const orderRoots = split(
  'precede priorit overrid overwrit vorrang überschreib priorid sobrescrib anul écras remplac prevale prevalec substitu ' +
    'precedenz sovrascriv voorrang overschrijf overschrijv приоритет переопредел',
)

/** Whole words that do. */
export const orderWords = new Set(
  split('before after than vor nach avant après antes después depois prima dopo voor na до после'),
)

/** What turns such a word: “is overridden by”. */
export const byWords = new Set(split('by von durch par por da door'))

/** What says that the opposite of a sentence leads to something else; such a sentence denies nothing. */
export const otherwiseWords = new Set(
  split('otherwise else sonst andernfalls sinon autrement contrario contrário altrimenti anders иначе'),
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
