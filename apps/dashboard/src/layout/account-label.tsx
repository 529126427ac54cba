import { useQuery } from '@tanstack/react-query'
import { ChevronsUpDown } from 'lucide-react'
import { sessionQuery } from '../api/session.ts'

/** How the button looks that opens what concerns the person. */
export const accountButtonStyle = 'flex h-11 w-full items-center gap-2 rounded-md px-2.5 text-left hover:bg-hover'

/** What the button says that opens what concerns the person. */
export const AccountLabel = () => {
  const { data: session } = useQuery(sessionQuery)
  return (
    <>
      <span className="sr-only">Account:</span>
      <span className="min-w-0 flex-1 leading-tight">
        <span className="block truncate text-sm font-medium">
          {session && (session.person?.name ?? session.organization.name)}
        </span>
        <span className="block truncate text-xs text-soft">
          {session && `${session.organization.name} · ${session.role}`}
        </span>
      </span>
      <ChevronsUpDown className="size-3.5 shrink-0 text-soft" aria-hidden />
    </>
  )
}
