import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { sayError } from './toast.tsx'

/** A value, or a few lines of code, to take elsewhere. @param label names it, such as “Assistant key” */
export const CopyField = ({ label, value }: { readonly label: string; readonly value: string }) => {
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = () => navigator.clipboard.writeText(value).then(() => setIsCopied(true), sayError)
  return (
    <div className="flex items-start gap-1 rounded-md border border-line bg-sunken p-1 pl-3">
      <textarea
        readOnly
        rows={value.split('\n').length}
        value={value}
        aria-label={label}
        className="min-w-0 flex-1 overflow-x-auto py-1.5 field-sizing-content bg-transparent font-mono text-xs whitespace-pre resize-none outline-offset-4"
        onFocus={(event) => event.target.select()}
      />
      <Button look="quiet" size="small" onClick={copy} aria-label={`Copy ${label}`}>
        {isCopied ? <Check className="text-good" aria-hidden /> : <Copy aria-hidden />}
        <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
      </Button>
    </div>
  )
}
