import type { ButtonHTMLAttributes, ReactNode } from 'react'

const looks = {
  /** The one thing to do on a page or in a dialog. */
  primary: 'bg-accent text-on-accent hover:bg-accent-strong shadow-low',
  plain: 'bg-raised text-ink border border-edge hover:bg-hover shadow-low',
  /** Without a frame, for tools beside something. */
  quiet: 'text-soft hover:text-ink hover:bg-hover',
  danger: 'bg-raised text-bad border border-edge hover:bg-bad-soft hover:border-bad shadow-low',
} as const

/** How a button looks: as `<a>` and as trigger of other parts too. */
export const buttonStyle = (
  look: keyof typeof looks = 'plain',
  size: 'small' | 'normal' | 'icon' = 'normal',
): string => {
  const sizes = { small: 'h-7 px-2.5 gap-1.5', normal: 'h-8.5 px-3.5 gap-2', icon: 'size-8.5 shrink-0' }
  return `inline-flex items-center justify-center whitespace-nowrap rounded-md text-sm font-medium select-none transition-colors duration-100 disabled:opacity-55 aria-disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0 ${sizes[size]} ${looks[look]}`
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: keyof typeof looks
  readonly size?: 'small' | 'normal' | 'icon'
  /** While what it started runs: it stays readable and takes no second click. */
  readonly isBusy?: boolean
  readonly children: ReactNode
}

/** A button. One that has only an icon needs an `aria-label`. */
export const Button = ({ look, size, isBusy = false, disabled, className = '', ...rest }: ButtonProps) => (
  <button
    type="button"
    {...rest}
    disabled={disabled || isBusy}
    aria-busy={isBusy || undefined}
    className={`${buttonStyle(look, size)} ${className}`}
  />
)
