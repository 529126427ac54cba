import type { CreatedKey } from '@sidenote/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, sentenceOf } from '../../api/request.ts'
import { useRole } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { CopyField } from '../../parts/copy-field.tsx'
import { linkStyle } from '../../parts/link.ts'
import { placeholderKey, type TagOptions, writeTag } from './tag.ts'

interface NewTagProps {
  readonly domain: string
  /** What differs from the widget’s defaults. */
  readonly options?: TagOptions
  /** Whether the tag is shown before there is a key to put into it. */
  readonly isShown?: boolean
}

/** The tag of a site, with a new key in it: a key that was made earlier is not known any more. */
export const NewTag = ({ domain, options = {}, isShown = false }: NewTagProps) => {
  const client = useQueryClient()
  const mayCreate = useRole('owner')
  const create = useMutation({
    mutationFn: () => api.post<CreatedKey>('/admin/v1/keys', { body: { kind: 'assistant', site: domain } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['keys'] }),
  })
  const key = create.data?.key
  return (
    <div className="flex flex-col items-start gap-3 *:max-w-full">
      {(isShown || key) && (
        <div className="w-full">
          <CopyField
            label="tag"
            value={writeTag({ server: location.origin, domain, key: key ?? placeholderKey, options })}
          />
        </div>
      )}
      {key ? (
        <p className="text-sm text-soft text-pretty">
          Its key is public and asks this site alone. It is shown only now;{' '}
          <Link to="/organization/keys" className={linkStyle}>
            API keys
          </Link>{' '}
          says when it was last used.
        </p>
      ) : mayCreate ? (
        <Button look={isShown ? 'plain' : 'primary'} isBusy={create.isPending} onClick={() => create.mutate()}>
          {isShown ? 'Put a new key into it' : 'Create the tag'}
        </Button>
      ) : (
        <p className="text-sm text-soft">{`${placeholderKey} stands for an assistant key of this site, which an owner can create.`}</p>
      )}
      {create.error && (
        <p role="alert" className="text-sm text-bad">
          {sentenceOf(create.error)}
        </p>
      )}
    </div>
  )
}
