import DefaultTheme from 'vitepress/theme'

export default {
  extends: DefaultTheme,
  enhanceApp({ router }) {
    if (import.meta.env.SSR) return
    window.Sidenote = window.Sidenote || []
    window.Sidenote.push([
      'on',
      'navigate',
      ({ url, preventDefault }) => {
        preventDefault()
        const { pathname, search, hash } = new URL(url)
        router.go(pathname + search + hash)
      },
    ])
  },
}
