import type { BrokenLink, Sync } from '@sidenote/contract'
import { countOf } from '../../parts/format.ts'

const reasons = { page: 'no such page', anchor: 'no such heading on it' } as const

const Link = ({ link: { heading, text, target, missing } }: { readonly link: BrokenLink }) => (
  <li className="text-sm wrap-anywhere">
    <p>
      <span className="font-medium">{text}</span>
      {heading !== null && <span className="text-soft">{` below “${heading}”`}</span>}
    </p>
    <p className="text-soft">
      <span className="font-mono text-xs">{target}</span>
      {` · ${reasons[missing]}`}
    </p>
  </li>
)

/** The links of a site’s pages that lead nowhere, by the file that they stand in. */
export const BrokenLinks = ({
  brokenLinks: { count, links },
}: {
  readonly brokenLinks: NonNullable<Sync['brokenLinks']>
}) => {
  if (count === 0) return <p className="text-sm text-soft">Every link to a page of the site leads to one.</p>
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold">{`${countOf(count, 'link')} to pages or headings that are not there`}</h3>
      <ul className="rounded-lg border border-line bg-raised">
        {[...Map.groupBy(links, ({ path }) => path)].map(([path, inFile]) => (
          <li key={path} className="border-b border-line px-4 py-2.5 last:border-0">
            <p className="font-mono text-xs wrap-anywhere">{path}</p>
            <ul className="mt-1.5 flex flex-col gap-1.5">
              {inFile.map((link, index) => (
                <Link key={index} link={link} />
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {count > links.length && <p className="text-sm text-soft">{`${countOf(count - links.length, 'more link')} …`}</p>}
    </section>
  )
}
