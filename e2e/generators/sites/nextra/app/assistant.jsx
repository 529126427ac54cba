'use client'
import { useRouter } from 'next/navigation'
import Script from 'next/script'
import { useEffect } from 'react'

/** As in next.config; '' without one. */
const basePath = '/docs'

export function Assistant() {
  const router = useRouter()
  useEffect(() => {
    window.Sidenote = window.Sidenote || []
    window.Sidenote.push([
      'on',
      'navigate',
      ({ url, preventDefault }) => {
        const { pathname, search, hash } = new URL(url)
        if (!pathname.startsWith(`${basePath}/`)) return
        preventDefault()
        router.push(pathname.slice(basePath.length) + search + hash)
      },
    ])
  }, [router])
  return (
    <Script src="https://sidenote.acme.com/widget.js" data-domain="acme" data-key="svc_dsc_KEY" data-title="Acme" />
  )
}
