import type { Site, Source } from '@sidenote/contract'
import { useQuery } from '@tanstack/react-query'
import { siteQuery } from '../../api/sites.ts'
import { useDomain } from '../../layout/address.ts'
import { Page as PageFrame } from '../../parts/page.tsx'
import { QueryState } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'

const kinds: Record<Source['kind'], string> = {
  folder: 'Folder',
  git: 'Git repository',
  website: 'Website',
  openapi: 'OpenAPI document',
}

/** Where a source is: its folder, repository, address or file. */
const placeOf = (source: Source): string => {
  if (source.kind === 'folder') return source.folder
  if (source.kind === 'git') return source.repository
  if (source.kind === 'website') return source.url
  return source.file ?? source.url ?? ''
}

const SourceList = ({ site }: { readonly site: Site }) => (
  <Table
    label="Sources"
    rows={site.sources}
    keyOf={placeOf}
    columns={[
      { name: 'Place', isMain: true, cell: placeOf },
      { name: 'Kind', cell: (source) => kinds[source.kind] },
    ]}
  />
)

/** Where the site’s pages come from. */
export const Page = () => {
  const site = useQuery(siteQuery(useDomain()))
  return (
    <PageFrame title="Sources" about="Where this site’s pages come from, and when they were read.">
      <QueryState query={site}>{(data) => <SourceList site={data} />}</QueryState>
    </PageFrame>
  )
}
