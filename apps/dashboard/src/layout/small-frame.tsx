import type { ReactNode } from 'react'
import { Logo } from './logo.tsx'

interface SmallFrameProps {
  readonly title: string
  readonly about?: ReactNode
  readonly children?: ReactNode
}

/** What surrounds the pages of who is not signed in. */
export const SmallFrame = ({ title, about, children }: SmallFrameProps) => (
  <main className="mx-auto flex min-h-dvh w-full max-w-sm flex-col justify-center gap-6 px-5 pt-8 pb-24">
    <title>{`${title} · Sidenote`}</title>
    <Logo />
    <div className="flex flex-col gap-1.5">
      <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
      {about && <div className="text-sm text-soft text-pretty">{about}</div>}
    </div>
    {children}
  </main>
)
