import { expect, test } from './support/host-page.ts'
import { streamAnswer } from './support/stream-answer.ts'

const spoken = {
  en: ['Ask AI', 'Ask a question…', 'Search the docs'],
  de: ['KI fragen', 'Frage stellen …', 'Dokumentation durchsuchen'],
  fr: ['Interroger l’IA', 'Poser une question…', 'Rechercher dans la documentation'],
  es: ['Preguntar a la IA', 'Haz una pregunta…', 'Buscar en la documentación'],
  pt: ['Perguntar à IA', 'Faça uma pergunta…', 'Pesquisar na documentação'],
  ja: ['AIに質問', '質問を入力…', 'ドキュメントを検索'],
  zh: ['问 AI', '输入问题…', '搜索文档'],
  ko: ['AI에게 질문', '질문을 입력하세요…', '문서 검색'],
  ar: ['اسأل AI', 'اكتب سؤالك…', 'البحث في التوثيق'],
  he: ['שאלו AI', 'כתבו שאלה…', 'חיפוש בתיעוד'],
  ru: ['Спросить ИИ', 'Задайте вопрос…', 'Поиск в документации'],
  it: ['Chiedi all’IA', 'Fai una domanda…', 'Cerca nella documentazione'],
  nl: ['Vraag AI', 'Stel een vraag…', 'Documentatie doorzoeken'],
  pl: ['Zapytaj AI', 'Zadaj pytanie…', 'Szukaj w dokumentacji'],
  tr: ['AI’ya sor', 'Bir soru sorun…', 'Belgelerde ara'],
  fa: ['پرسش از AI', 'سؤال خود را بپرسید…', 'جست‌وجو در مستندات'],
} as const

test('launcher, panel and search speak every language, and none of them fetches English', async ({ host, page }) => {
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(request.url()))
  const panel = page.locator('sidenote-widget .sn-frame')
  for (const [language, [launcher, placeholder, search]] of Object.entries(spoken)) {
    fetched.length = 0
    await host.visit({ language, storage: 'none' })
    await expect(host.launcher).toHaveAccessibleName(launcher)
    await host.launcher.click()
    await expect(panel.getByRole('textbox')).toHaveAttribute('placeholder', placeholder)
    await expect(panel.getByRole('button', { name: search })).toBeVisible()
    await expect(page.locator('sidenote-widget')).toHaveAttribute('lang', language)
    await expect(page.locator('sidenote-widget')).toHaveAttribute('dir', /ar|fa|he/.test(language) ? 'rtl' : 'ltr')
    const ours = fetched.filter((url) => url.includes('/widget/'))
    expect(ours, language).toHaveLength(language === 'en' ? 1 : 2)
  }
})

test.describe('in a browser that speaks Korean', () => {
  test.use({ locale: 'ko-KR' })

  test('the language option wins over the page, and the page over the browser', async ({ host }) => {
    await host.visit({ language: 'pt-BR' }, { html: 'lang="de-AT"' })
    await expect(host.launcher).toHaveAccessibleName('Perguntar à IA')
    await host.visit({}, { html: 'lang="de-AT"' })
    await expect(host.launcher).toHaveAccessibleName('KI fragen')
    await host.visit({}, { html: 'lang="fi"' })
    await expect(host.launcher).toHaveAccessibleName('AI에게 질문')
    await host.visit({}, { html: '' })
    await expect(host.launcher).toHaveAccessibleName('AI에게 질문')
  })
})

test('the language can change while the panel is open, and the page’s controls follow', async ({ host, page }) => {
  await host.visit()
  await host.launcher.click()
  await expect(host.composer).toBeFocused()
  const set = (language: string | undefined) =>
    page.evaluate((chosen) => window.Sidenote.update({ language: chosen }), language)
  const panel = page.locator('sidenote-widget .sn-frame')
  await set('fr')
  await expect(panel).toHaveAccessibleName('Assistant Acme')
  const chip = page.locator('sidenote-widget .sn-frame ~ .sn-chip:not(.sn-code)')
  await expect(chip).toHaveText('Poser une question à ce sujet')
  await set(undefined)
  await expect(panel).toHaveAccessibleName('Acme assistant')
  await expect(chip).toHaveText('Ask about this')
})

test('the placeholder during an answer fits on a phone in every language', async ({ host, page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await page.route('**/assistant/sidenote/message', () => undefined)
  await host.visit()
  await host.launcher.click()
  await host.ask('How do I rotate a key?')
  const box = page.locator('sidenote-widget .sn-composer textarea')
  const cut: string[] = []
  let before: string | null = ''
  for (const language of Object.keys(spoken)) {
    await page.evaluate((chosen) => window.Sidenote.update({ language: chosen }), language)
    await expect(box).not.toHaveAttribute('placeholder', before ?? '')
    before = await box.getAttribute('placeholder')
    const room = await box.evaluate((area: HTMLTextAreaElement) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(area)
      const canvas = document.createElement('canvas').getContext('2d')
      if (!canvas) throw new Error('No canvas.')
      canvas.font = font
      const width = canvas.measureText(area.placeholder).width
      return area.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - width
    })
    if (room < 0) cut.push(`${before}: ${Math.round(room)} px`)
  }
  expect(cut).toEqual([])
})

test('if a language can’t be fetched, the panel is in English', async ({ host, page }) => {
  await page.route('**/german-*.js', (route) => route.abort())
  await host.visit({ language: 'de' })
  await host.launcher.click()
  await expect(host.composer).toBeFocused()
  expect(host.console.some((said) => said.includes('"de"'))).toBe(true)
})

for (const width of [1280, 390]) {
  test(`from right to left the panel is mirrored, except for code, at ${width} px`, async ({ host, page }) => {
    await page.setViewportSize({ width, height: 800 })
    const text = 'شغّل الأمر `npm start` أولًا [1][2].\n\n```sh\nnpm start --port 4000\n```\n'
    const sources = [
      { url: 'https://a.example/keys', title: 'Keys' },
      { url: 'https://a.example/roles', title: 'Roles' },
    ]
    await page.route('**/assistant/sidenote/message', (route) => streamAnswer(route, text, sources))
    const panel = page.locator('sidenote-widget .sn-frame')
    await host.visit({}, { html: 'lang="ar" dir="rtl"' })
    const launcher = await host.launcher.boundingBox()
    expect(launcher?.x).toBeLessThan(40)
    await host.launcher.click()
    await expect(panel.getByRole('textbox')).toBeFocused()
    await expect.poll(() => panel.evaluate((frame) => frame.getBoundingClientRect().left)).toBe(0)
    await panel.getByRole('textbox').fill('كيف أبدأ؟')
    await panel.getByRole('textbox').press('Enter')
    const chips = panel.locator('.sn-cite > a')
    await expect(chips).toHaveCount(2)
    await expect(panel.locator('.sn-codeblock pre')).toHaveCSS('direction', 'ltr')
    const middle = async (index: number) => (await chips.nth(index).boundingBox())?.x ?? 0
    expect(await middle(0)).toBeGreaterThan(await middle(1))
    const [send, box] = [await panel.locator('.sn-send').boundingBox(), await panel.getByRole('textbox').boundingBox()]
    expect(send?.x).toBeLessThan(box?.x ?? 0)
    await panel.getByRole('button', { name: 'البحث في التوثيق' }).click()
    await panel.getByRole('combobox').fill('keys')
    await expect(panel.getByRole('option').nth(1)).toBeVisible()
    // Back is to the right, where the reader came from.
    const arrow = panel.getByRole('button', { name: 'العودة إلى المساعد' }).locator('path')
    expect(await arrow.evaluate((path: SVGPathElement) => path.getScreenCTM()?.a)).toBe(-1)
  })
}

test('an answer runs in its language’s direction even if a sentence starts with a name, and columns stay aligned', async ({
  host,
  page,
}) => {
  const text =
    'Docker را نصب کنید و سرور را اجرا کنید.\n\nInstall Docker.\n\n- Kubernetes را ببندید.\n\n| نام | مقدار |\n| --- | --- |\n| `port` | — |\n| پورت | address |\n'
  await page.route('**/assistant/sidenote/message', (route) => streamAnswer(route, text, []))
  const prose = page.locator('sidenote-widget .sn-prose')
  const edgesOf = (selector: string) =>
    prose.locator(selector).evaluateAll((cells) =>
      cells.map((cell) => {
        const words = document.createRange()
        words.selectNodeContents(cell)
        const { left, right } = cell.getBoundingClientRect()
        const shown = words.getBoundingClientRect()
        return right - shown.right < shown.left - left ? 'right' : 'left'
      }),
    )
  for (const language of ['en', 'fa']) {
    await host.visit({ language, storage: 'none' })
    await page.evaluate(() => window.Sidenote.ask('Docker را چطور نصب کنم؟'))
    await expect(prose.locator('td')).toHaveCount(4)
    await expect(page.locator('sidenote-widget .sn-question > [dir]')).toHaveCSS('direction', 'rtl')
    expect(await edgesOf('p')).toEqual(['right', 'left'])
    expect(await edgesOf('li')).toEqual(['right'])
    expect(await edgesOf('td, th')).toEqual(Array(6).fill('right'))
  }
})

for (const { language, long, short } of [
  { language: 'ar', long: 'Installation, configuration and first start of the server', short: 'Keys' },
  { language: 'en', long: 'تثبيت الخادم وتشغيله لأول مرة على جهازك ثم فتح الصفحة', short: 'المفاتيح' },
])
  test(`in “${language}”, titles of the other direction are cut at their end and aligned`, async ({ host, page }) => {
    await page.setViewportSize({ width: 320, height: 800 })
    const sources = [long, short].map((title) => ({ url: `https://a.example/${title}`, title }))
    await page.route('**/assistant/sidenote/message', (route) => streamAnswer(route, 'So [1][2].', sources))
    await host.visit({ language })
    await page.evaluate(() => window.Sidenote.ask('?'))
    const titles = page.locator('sidenote-widget .sn-sources .truncate')
    await expect(titles).toHaveCount(2)
    const edges = await titles.evaluateAll((all) =>
      all.map((title) => {
        const letters = document.createTreeWalker(title, NodeFilter.SHOW_TEXT).nextNode() as Text
        const first = document.createRange()
        first.setEnd(letters, 1)
        first.setStart(letters, 0)
        const text = document.createRange()
        text.selectNodeContents(title)
        const [letter, box, words] = [first, title, text].map((part) => part.getBoundingClientRect())
        const isInside = letter && box && letter.left >= box.left - 1 && letter.right <= box.right + 1
        const gap =
          box &&
          words &&
          (getComputedStyle(title).direction === 'rtl' ? box.right - words.right : words.left - box.left)
        return { isInside, gap: Math.round(gap ?? 999) }
      }),
    )
    expect(edges).toEqual([
      { isInside: true, gap: expect.any(Number) },
      { isInside: true, gap: 0 },
    ])
  })
