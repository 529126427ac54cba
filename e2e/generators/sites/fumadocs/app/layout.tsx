import { DocsLayout } from 'fumadocs-ui/layouts/docs'
import { RootProvider } from 'fumadocs-ui/provider/next'
import type { ReactNode } from 'react'
import { source } from '@/lib/source'
import { Assistant } from './assistant'
import 'fumadocs-ui/style.css'

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" suppressHydrationWarning>
      <body>
        <RootProvider search={{ enabled: false }}>
          <DocsLayout tree={source.pageTree} nav={{ title: 'Acme' }}>
            {children}
          </DocsLayout>
        </RootProvider>
        <Assistant />
      </body>
    </html>
  )
}
