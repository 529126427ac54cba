import { useHistory } from '@docusaurus/router'
import { useEffect } from 'react'

export default function Root({ children }) {
  const history = useHistory()
  useEffect(() => {
    window.Sidenote = window.Sidenote || []
    window.Sidenote.push([
      'on',
      'navigate',
      ({ url, preventDefault }) => {
        preventDefault()
        const { pathname, search, hash } = new URL(url)
        history.push(pathname + search + hash)
      },
    ])
  }, [history])
  return children
}
