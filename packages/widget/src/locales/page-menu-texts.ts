import type { Language } from './launcher-texts.ts'

/** Texts of the page menu. It's on the page before any language may be fetched, so all of them are in its file. */
export interface PageMenuTexts {
  /** Copies the page as Markdown. */
  readonly copy: string
  readonly copied: string
  readonly failed: string
  /** Opens the list. */
  readonly more: string
  /** `tool` is such as “Claude”. */
  readonly openIn: (tool: string) => string
  readonly copyServer: string
}

const create = (
  [copy, copied, failed, more, copyServer]: readonly [string, string, string, string, string],
  openIn: (tool: string) => string,
): PageMenuTexts => ({ copy, copied, failed, more, copyServer, openIn })

/** The texts in each language. */
export const pageMenuTexts: Readonly<Record<Language, PageMenuTexts>> = {
  en: create(
    ['Copy page', 'Copied', 'Couldn’t copy', 'More ways to use this page', 'Copy MCP server address'],
    (tool) => `Open in ${tool}`,
  ),
  de: create(
    ['Seite kopieren', 'Kopiert', 'Nicht kopiert', 'Diese Seite anders nutzen', 'Adresse des MCP-Servers kopieren'],
    (tool) => `In ${tool} öffnen`,
  ),
  fr: create(
    ['Copier la page', 'Copié', 'Échec de la copie', 'Autres usages de cette page', 'Copier l’adresse du serveur MCP'],
    (tool) => `Ouvrir dans ${tool}`,
  ),
  es: create(
    [
      'Copiar página',
      'Copiado',
      'No se pudo copiar',
      'Más opciones de la página',
      'Copiar la dirección del servidor MCP',
    ],
    (tool) => `Abrir en ${tool}`,
  ),
  pt: create(
    ['Copiar página', 'Copiado', 'Não foi possível copiar', 'Mais opções da página', 'Copiar endereço do servidor MCP'],
    (tool) => `Abrir no ${tool}`,
  ),
  ja: create(
    [
      'ページをコピー',
      'コピーしました',
      'コピーできませんでした',
      'このページのその他の操作',
      'MCPサーバーのアドレスをコピー',
    ],
    (tool) => `${tool}で開く`,
  ),
  zh: create(
    ['复制页面', '已复制', '复制失败', '此页面的更多操作', '复制 MCP 服务器地址'],
    (tool) => `在 ${tool} 中打开`,
  ),
  ko: create(
    ['페이지 복사', '복사됨', '복사하지 못했습니다', '이 페이지의 다른 작업', 'MCP 서버 주소 복사'],
    (tool) => `${tool}에서 열기`,
  ),
  ar: create(
    ['نسخ الصفحة', 'تم النسخ', 'تعذّر النسخ', 'خيارات أخرى لهذه الصفحة', 'نسخ عنوان خادم MCP'],
    (tool) => `الفتح في ${tool}`,
  ),
  he: create(
    ['העתקת הדף', 'הועתק', 'ההעתקה נכשלה', 'אפשרויות נוספות לדף', 'העתקת כתובת שרת MCP'],
    (tool) => `פתיחה ב־${tool}`,
  ),
  ru: create(
    [
      'Копировать страницу',
      'Скопировано',
      'Не удалось скопировать',
      'Другие действия со страницей',
      'Копировать адрес сервера MCP',
    ],
    (tool) => `Открыть в ${tool}`,
  ),
  it: create(
    [
      'Copia pagina',
      'Copiato',
      'Copia non riuscita',
      'Altre opzioni per la pagina',
      'Copia l’indirizzo del server MCP',
    ],
    (tool) => `Apri in ${tool}`,
  ),
  nl: create(
    [
      'Pagina kopiëren',
      'Gekopieerd',
      'Kopiëren mislukt',
      'Meer opties voor deze pagina',
      'Adres van MCP-server kopiëren',
    ],
    (tool) => `Openen in ${tool}`,
  ),
  pl: create(
    ['Kopiuj stronę', 'Skopiowano', 'Nie udało się skopiować', 'Więcej opcji strony', 'Kopiuj adres serwera MCP'],
    (tool) => `Otwórz w ${tool}`,
  ),
  tr: create(
    ['Sayfayı kopyala', 'Kopyalandı', 'Kopyalanamadı', 'Sayfa için diğer seçenekler', 'MCP sunucu adresini kopyala'],
    (tool) => `${tool} ile aç`,
  ),
  fa: create(
    ['رونوشت از صفحه', 'رونوشت شد', 'رونوشت نشد', 'گزینه‌های دیگر این صفحه', 'رونوشت از نشانی سرور MCP'],
    (tool) => `باز کردن در ${tool}`,
  ),
}
