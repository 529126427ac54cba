import defaultComponents from 'fumadocs-ui/mdx'
import { DocsBody, DocsPage, DocsTitle } from 'fumadocs-ui/page'
import { notFound } from 'next/navigation'
import { source } from '@/lib/source'

interface Properties {
  params: Promise<{ slug?: string[] }>
}

export default async function Page({ params }: Properties) {
  const page = source.getPage((await params).slug)
  if (!page) notFound()
  const { body: Content, toc, title } = page.data
  return (
    <DocsPage toc={toc}>
      <DocsTitle>{title}</DocsTitle>
      <DocsBody>
        <Content components={defaultComponents} />
      </DocsBody>
    </DocsPage>
  )
}

export const generateStaticParams = () => source.generateParams()

export async function generateMetadata({ params }: Properties) {
  return { title: source.getPage((await params).slug)?.data.title }
}
