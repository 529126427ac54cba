import { Field as BaseField } from '@base-ui/react/field'
import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from 'react'

/** How text is typed into, in every field. */
export const inputStyle =
  'w-full min-w-0 rounded-md border border-edge bg-raised px-3 text-sm text-ink shadow-low hover:border-soft disabled:bg-sunken disabled:text-soft disabled:hover:border-edge data-invalid:border-bad max-sm:text-base'

interface FieldProps {
  readonly label: string
  /** What it is for, or what the default is. */
  readonly hint?: ReactNode
  /** What is wrong with the value, in a sentence. */
  readonly error?: string | undefined
  readonly className?: string
  readonly children: ReactNode
}

/** A control with its label, its hint and what is wrong with it. */
export const Field = ({ label, hint, error, className = '', children }: FieldProps) => (
  <BaseField.Root invalid={error !== undefined} className={`flex min-w-0 flex-col gap-1.5 ${className}`}>
    <BaseField.Label className="text-sm font-medium">{label}</BaseField.Label>
    {children}
    {hint && <BaseField.Description className="text-xs text-soft text-pretty">{hint}</BaseField.Description>}
    <BaseField.Error match={error !== undefined} className="text-xs font-medium text-bad">
      {error}
    </BaseField.Error>
  </BaseField.Root>
)

/** A line of text. */
export const Input = ({ className = '', ...rest }: InputHTMLAttributes<HTMLInputElement>) => (
  <BaseField.Control {...rest} className={`${inputStyle} h-8.5 ${className}`} />
)

/** Several lines of text. */
export const TextArea = ({ className = '', ...rest }: TextareaHTMLAttributes<HTMLTextAreaElement>) => (
  <BaseField.Control
    render={<textarea rows={4} {...rest} />}
    className={`${inputStyle} field-sizing-content min-h-20 py-2 leading-normal ${className}`}
  />
)
