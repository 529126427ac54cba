import type { ReactNode } from 'react'

interface PageProps {
  readonly title: string
  /** A sentence of what the page is for. */
  readonly about?: ReactNode
  /** Its buttons and its range of days. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A page's head and what stands below it. */
export const Page = ({ title, about, actions, children }: PageProps) => {
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col px-4 py-6 sm:px-8 sm:py-8">
      <title>{`${title} · Sidenote`}</title>
      <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className={`flex max-w-full flex-auto flex-col gap-1 ${about ? 'max-sm:basis-full' : ''}`}>
          <h1 className="pt-0.5 text-xl font-semibold tracking-tight">{title}</h1>
          {about && <p className="max-w-prose text-sm text-soft text-pretty">{about}</p>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

interface SectionProps {
  readonly title: string
  readonly about?: ReactNode
  readonly actions?: ReactNode
  /** The head stands at the left of what it is about, where there is room: for forms. */
  readonly isBeside?: boolean
  readonly children: ReactNode
}

/** A part of a page with a head of its own. */
export const Section = ({ title, about, actions, isBeside = false, children }: SectionProps) => (
  <section className={`mb-8 grid gap-3 ${isBeside ? 'xl:grid-cols-[16rem_minmax(0,1fr)] xl:gap-8' : ''}`}>
    <div
      className={`flex flex-wrap items-end justify-between gap-x-6 gap-y-2 self-start ${isBeside ? 'xl:sticky xl:top-8' : ''}`}
    >
      <div className="flex min-w-0 flex-1 basis-52 flex-col gap-0.5">
        <h2 className="text-lg font-semibold">{title}</h2>
        {about && <p className="max-w-prose text-sm text-soft text-pretty">{about}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
    <div className="min-w-0">{children}</div>
  </section>
)

/** What belongs together, in a frame. */
export const Card = ({ children, className = '' }: { readonly children: ReactNode; readonly className?: string }) => (
  <div className={`rounded-lg border border-line bg-raised shadow-low ${className}`}>{children}</div>
)
