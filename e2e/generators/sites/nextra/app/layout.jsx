import { getPageMap } from 'nextra/page-map'
import { Footer, Layout, Navbar } from 'nextra-theme-docs'
import 'nextra-theme-docs/style.css'
import { Assistant } from './assistant'

export const metadata = { title: { default: 'Acme', template: '%s – Acme' } }

export default async function RootLayout({ children }) {
  return (
    <html lang="en" dir="ltr" suppressHydrationWarning>
      <body>
        <Layout
          navbar={<Navbar logo={<b>Acme</b>} />}
          footer={<Footer>Acme</Footer>}
          pageMap={await getPageMap()}
          search={null}
        >
          {children}
        </Layout>
        <Assistant />
      </body>
    </html>
  )
}
