import { languageOf } from '../locales/launcher-texts.ts'
import { pageMenuTexts } from '../locales/page-menu-texts.ts'
import { element, icon } from './element.ts'
import styles from './page-menu.css?inline'
import { type RequestSettings, readPage } from './send-json.ts'

/** Pages change by parts; a menu is placed once they rest, in ms. */
const rest = 200
/** How long a button says that it has copied, in ms. */
const thanks = 2_000

const path = (d: string) => icon(element('path', { d }))
const copyIcon = () =>
  path(
    'M5.5 5.5v-2A1.5 1.5 0 0 1 7 2h5.5A1.5 1.5 0 0 1 14 3.5V9a1.5 1.5 0 0 1-1.5 1.5h-2M3.5 5.5H9A1.5 1.5 0 0 1 10.5 7v5.5A1.5 1.5 0 0 1 9 14H3.5A1.5 1.5 0 0 1 2 12.5V7a1.5 1.5 0 0 1 1.5-1.5z',
  )
const openIcon = () => path('M6 3.5h6.5V10M12.3 3.7 3.5 12.5')

/** Assistants that take a question in their address. */
const tools = [
  ['ChatGPT', 'https://chatgpt.com/?hints=search&q='],
  ['Claude', 'https://claude.ai/new?q='],
] as const

/** The address of this page, without what is only for this reader's view. */
const pageAddress = (): string =>
  location.origin + location.pathname + (location.hash.startsWith('#/') ? location.hash : '')

/** Copies text that is still being fetched. Some browsers only allow that if they get the promise at once. */
async function copy(text: Promise<string>): Promise<void> {
  if (typeof ClipboardItem === 'undefined') return navigator.clipboard.writeText(await text)
  const blob = text.then((value) => new Blob([value], { type: 'text/plain' }))
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
}

/** The page's own colour behind the menu. */
function backgroundOf(place: Element): string {
  for (let box: Element | null = place; box; box = box.parentElement) {
    const { backgroundColor } = getComputedStyle(box)
    if (!/^(?:transparent|rgba\(.*, 0\))$/.test(backgroundColor)) return backgroundColor
  }
  return 'Canvas'
}

/** Opens below a bar, inside the window. */
function putBelow(list: HTMLElement, bar: Element, isLeft: boolean): void {
  const { left, right, bottom, top } = bar.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = list
  const start = isLeft ? right - width : left
  list.style.left = `${Math.max(8, Math.min(start, innerWidth - width - 8))}px`
  list.style.top = `${bottom + 4 + height < innerHeight ? bottom + 4 : Math.max(8, top - height - 4)}px`
}

/** Fills an empty element of the page with the menu: its shadow root, so that a framework finds its element as it was. */
export function fillPageMenu(place: HTMLElement, settings: RequestSettings): void {
  const root = place.shadowRoot ?? place.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  root.adoptedStyleSheets = [sheet]
  const { url, domain, language } = settings.options()
  const texts = pageMenuTexts[languageOf(language)]
  const label = element('span', {}, texts.copy)
  // Not in the button, whose name it would take away.
  const status = element('span', { role: 'status', class: 'status' })
  const button = (onClick: () => void, ...content: (Node | string)[]) => {
    const result = element('button', { type: 'button' }, ...content)
    result.onclick = onClick
    return result
  }
  const say = async (copying: Promise<void>) => {
    label.textContent = status.textContent = await copying.then(
      () => texts.copied,
      () => texts.failed,
    )
    setTimeout(() => {
      label.textContent = texts.copy
      status.textContent = ''
    }, thanks)
  }
  const copyPage = () => void say(copy(readPage(settings, pageAddress())))
  const server = `${url.replace(/\/$/, '')}/mcp/${encodeURIComponent(domain)}`
  const links = tools.map(([tool, start]) => {
    const question = `Read ${pageAddress()} so that I can ask you questions about it.`
    const attributes = { href: start + encodeURIComponent(question), target: '_blank', rel: 'noopener noreferrer' }
    return element('a', attributes, openIcon(), texts.openIn(tool))
  })
  const list = element(
    'div',
    { popover: '' },
    button(copyPage, copyIcon(), texts.copy),
    ...links,
    button(() => void say(navigator.clipboard.writeText(server)), copyIcon(), texts.copyServer),
  )
  const opener = element(
    'button',
    { type: 'button', 'aria-label': texts.more, 'aria-expanded': 'false' },
    path('m4 6 4 4 4-4'),
  )
  opener.title = texts.more
  opener.popoverTargetElement = list
  // The focus would be lost with the list.
  list.onkeydown = ({ key }) => {
    if (key === 'Escape') opener.focus()
  }
  list.onclick = () => {
    list.hidePopover()
    opener.focus()
  }
  const bar = element('div', { class: 'bar' }, button(copyPage, copyIcon(), label), opener)
  list.addEventListener('toggle', () => {
    const isOpen = list.matches(':popover-open')
    opener.ariaExpanded = `${isOpen}`
    if (!isOpen) return
    list.style.setProperty('--sn-surface', backgroundOf(place))
    putBelow(list, bar, getComputedStyle(place).direction === 'rtl')
    list.querySelector<HTMLElement>('button, a')?.focus()
  })
  // It would stay where its button was.
  const close = () => {
    if (list.matches(':popover-open')) list.hidePopover()
  }
  addEventListener('resize', close, { signal: settings.signal })
  root.replaceChildren(bar, list, status)
}

/** The element to fill for one of the page's: itself if it's empty, else one behind it. */
function placeFor(target: HTMLElement): HTMLElement {
  if (!target.hasChildNodes()) return target
  const next = target.nextElementSibling
  if (next instanceof HTMLElement && next.tagName === 'SIDENOTE-PAGE-MENU') return next
  const place = element('sidenote-page-menu' as 'div')
  target.after(place)
  return place
}

/** Puts the menu into the elements that the option `pageMenu` selects, also those that arrive later. */
export function followPageMenus(settings: RequestSettings): void {
  const { signal } = settings
  const fill = () => {
    const { pageMenu } = settings.options()
    if (!pageMenu || signal.aborted) return
    try {
      for (const target of document.querySelectorAll<HTMLElement>(pageMenu)) {
        const place = placeFor(target)
        if (!place.shadowRoot) fillPageMenu(place, settings)
      }
    } catch (reason) {
      console.warn(`Sidenote: the page menu has no place at "${pageMenu}".`, reason)
    }
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const observer = new MutationObserver(() => {
    clearTimeout(timer)
    timer = setTimeout(fill, rest)
  })
  observer.observe(document.documentElement, { childList: true, subtree: true })
  signal.addEventListener('abort', () => observer.disconnect())
  fill()
}
