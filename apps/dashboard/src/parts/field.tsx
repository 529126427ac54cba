import { createContext, type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes, use, useId } from 'react'

/** How text is typed into, in every field. */
export const inputStyle =
  'w-full min-w-0 rounded-md border border-edge bg-raised px-3 text-sm text-ink shadow-low hover:border-soft disabled:bg-sunken disabled:text-soft disabled:hover:border-edge aria-invalid:border-bad max-sm:text-base'

/** What ties a control to its label, its hint and what is wrong with it. */
interface ControlTies {
  readonly id?: string
  readonly 'aria-describedby'?: string
  readonly 'aria-invalid'?: true
}

const Ties = createContext<ControlTies>({})

/** The attributes of the control within a `Field`; none outside of one. */
export const useTies = (): ControlTies => use(Ties)

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
export const Field = ({ label, hint, error, className = '', children }: FieldProps) => {
  const id = useId()
  const isWrong = error !== undefined
  const ties: ControlTies = {
    id,
    ...((hint || isWrong) && { 'aria-describedby': `${id}-hint ${id}-error` }),
    ...(isWrong && { 'aria-invalid': true }),
  }
  return (
    <div className={`flex min-w-0 flex-col gap-1.5 ${className}`}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <Ties value={ties}>{children}</Ties>
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-soft text-pretty">
          {hint}
        </p>
      )}
      {isWrong && (
        <p id={`${id}-error`} className="text-xs font-medium text-bad">
          {error}
        </p>
      )}
    </div>
  )
}

/** A line of text. */
export const Input = ({ className = '', ...rest }: InputHTMLAttributes<HTMLInputElement>) => (
  <input {...useTies()} {...rest} className={`${inputStyle} h-8.5 ${className}`} />
)

/** Several lines of text. */
export const TextArea = ({ className = '', ...rest }: TextareaHTMLAttributes<HTMLTextAreaElement>) => (
  <textarea
    rows={4}
    {...useTies()}
    {...rest}
    className={`${inputStyle} field-sizing-content min-h-20 py-2 leading-normal ${className}`}
  />
)
