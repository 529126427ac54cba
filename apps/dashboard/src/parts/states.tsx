import type { ReactNode } from 'react'
import { RequestError, sentenceOf } from '../api/request.ts'
import { Button } from './button.tsx'

interface EmptyStateProps {
  readonly title: string
  /** Why there is nothing, and what to do about it. */
  readonly children?: ReactNode
  readonly action?: ReactNode
}

/** Stands where a list would be, and says why there is none. */
export const EmptyState = ({ title, children, action }: EmptyStateProps) => (
  <div className="flex flex-col items-start gap-1.5 rounded-lg border border-line bg-raised px-6 py-8 shadow-low">
    <h2 className="text-lg font-semibold">{title}</h2>
    {children && <div className="max-w-prose text-sm text-soft text-pretty">{children}</div>}
    {action && <div className="mt-3 flex flex-wrap gap-2">{action}</div>}
  </div>
)

/** Says what went wrong, in the server's words, with a way to try again. */
export const ErrorState = ({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) => (
  <div role="alert" className="flex flex-col items-start gap-3 rounded-lg border border-line bg-bad-soft px-5 py-4">
    <p className="text-sm font-medium text-bad">{sentenceOf(error)}</p>
    {onRetry && (
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    )}
  </div>
)

/** Where something will stand that is on its way. @param className its size, such as `h-8 w-40` */
export const Skeleton = ({ className = 'h-5 w-full' }: { readonly className?: string }) => (
  <div aria-hidden className={`rounded-md bg-hover motion-safe:animate-pulse ${className}`} />
)

/** Says that something is on its way, to who cannot see it. */
const OnItsWay = () => (
  <span className="sr-only" role="status">
    Loading
  </span>
)

/** A page that is on its way. */
export const Loading = () => (
  <div className="mx-auto flex w-full max-w-6xl flex-col gap-4 px-4 py-8 sm:px-8" aria-busy>
    <OnItsWay />
    <Skeleton className="h-7 w-48" />
    <Skeleton className="h-40" />
  </div>
)

/** A list that is on its way. */
const SkeletonRows = ({ count = 5 }: { readonly count?: number }) => (
  <div className="flex flex-col gap-2">
    {Array.from({ length: count }, (_, index) => index).map((index) => (
      <Skeleton key={index} className="h-9 w-full" />
    ))}
  </div>
)

interface QueryStateProps<Data> {
  readonly query: {
    readonly data: Data | undefined
    readonly error: unknown
    readonly refetch: () => unknown
  }
  /** What stands there until then. */
  readonly skeleton?: ReactNode
  readonly children: (data: Data) => ReactNode
}

/** What is not there, or not allowed, is no other the next time. */
const mayPass = (error: unknown): boolean =>
  !(error instanceof RequestError) || (error.status !== 403 && error.status !== 404)

/** What a query has fetched; a skeleton before that, and what went wrong in its place. */
export const QueryState = <Data,>({ query, skeleton = <SkeletonRows />, children }: QueryStateProps<Data>) => {
  if (query.data !== undefined) return children(query.data)
  if (query.error) {
    return <ErrorState error={query.error} {...(mayPass(query.error) && { onRetry: () => query.refetch() })} />
  }
  return (
    <div aria-busy>
      <OnItsWay />
      {skeleton}
    </div>
  )
}
