/** Lines of a page, and the note in its margin. */
export const Logo = () => (
  <span className="flex items-center gap-2 text-lg font-semibold tracking-tight">
    <svg viewBox="0 0 20 20" className="size-5 shrink-0" aria-hidden="true">
      <path d="M2 5h9M2 10h9M2 15h6" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" opacity="0.55" />
      <path d="M16 4v12" stroke="var(--color-accent)" strokeWidth="2.6" strokeLinecap="round" />
    </svg>
    Sidenote
  </span>
)
