import './preview.css'

/** The part of the widget’s interface that the preview uses. */
interface Widget {
  readonly open: () => void
}

/** Shows a page with the widget as the address says: each of its parameters but `page`, `site` and `open` is an option. */
const { page = 'light', site = 'Docs', open, ...options } = Object.fromEntries(new URLSearchParams(location.search))

// The widget focuses its text box; who types into the option beside it must not lose the cursor to it.
const { focus } = HTMLElement.prototype
HTMLElement.prototype.focus = function focusOnlyHere(this: HTMLElement, how?: FocusOptions): void {
  if (document.hasFocus()) focus.call(this, how)
}

document.documentElement.dataset.theme = page
// As generators write it, for the widget to read the site’s name there.
document.title = `Rotate a key · ${site}`
const script = document.createElement('script')
// Conversations of the preview are nobody’s.
Object.assign(script.dataset, options, { key: 'preview', storage: 'none' })
// Nothing but this server may answer, whatever the address says.
delete script.dataset.url
script.src = '/widget.js'
script.addEventListener('load', () => {
  const widget: unknown = Reflect.get(window, 'Sidenote')
  if (open === 'true' && isWidget(widget)) widget.open()
})

const isWidget = (value: unknown): value is Widget => typeof value === 'object' && value !== null && 'open' in value

document.head.append(script)
