import type { ReactNode } from 'react'

const svg = (content: ReactNode): ReactNode => (
  <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    {content}
  </svg>
)

const icon = (path: string): ReactNode => svg(<path d={path} />)

/** Icons on a 16 px grid, all with the same stroke. */
export const icons = {
  close: icon('m4 4 8 8M12 4l-8 8'),
  expand: icon('M9.5 2.5h4v4M13.5 2.5l-4.5 4.5M6.5 13.5h-4v-4M2.5 13.5 7 9'),
  shrink: icon('M13 7H9V3M9 7l4.5-4.5M3 9h4v4M7 9l-4.5 4.5'),
  more: icon(
    'M3 8a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0m4.5 0a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0m4.5 0a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0',
  ),
  search: icon('m10.5 10.5 3 3M12 7A5 5 0 1 1 2 7a5 5 0 0 1 10 0Z'),
  compose: icon(
    'M13.5 8.5v4a1.5 1.5 0 0 1-1.5 1.5H3.5A1.5 1.5 0 0 1 2 12.5V4a1.5 1.5 0 0 1 1.5-1.5h4M6 10l.5-2.3 6-6 1.8 1.8-6 6z',
  ),
  attach: icon('M8 3.5v9M3.5 8h9'),
  file: icon('M9.5 2H4.5v12h7V4zM9.5 2v2h2'),
  history: icon('M2.5 8a5.5 5.5 0 1 0 1.8-4.1L2.5 5.5M2.5 2.5v3h3M8 5v3.2l2 1.3'),
  edit: icon('m3 13 .7-3 7.3-7.3 2.3 2.3L6 12.3z'),
  remove: icon('M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.5 9h6l.5-9'),
  // Points to where lines begin.
  back: svg(<path className="origin-center rtl:-scale-x-100" d="M13 8H3.5M7 3.5 2.5 8 7 12.5" />),
  send: icon('M8 13V3.5M3.8 7.5 8 3.3l4.2 4.2'),
  stop: svg(<rect x="4" y="4" width="8" height="8" rx="1.5" fill="currentColor" stroke="none" />),
  copy: icon(
    'M5.5 5.5v-2A1.5 1.5 0 0 1 7 2h5.5A1.5 1.5 0 0 1 14 3.5V9a1.5 1.5 0 0 1-1.5 1.5h-2M3.5 5.5H9A1.5 1.5 0 0 1 10.5 7v5.5A1.5 1.5 0 0 1 9 14H3.5A1.5 1.5 0 0 1 2 12.5V7a1.5 1.5 0 0 1 1.5-1.5z',
  ),
  link: icon(
    'M6.7 9.3a2.5 2.5 0 0 0 3.5 0l2.5-2.5a2.5 2.5 0 0 0-3.5-3.5L8.2 4.3M9.3 6.7a2.5 2.5 0 0 0-3.5 0L3.3 9.2a2.5 2.5 0 0 0 3.5 3.5l1-1',
  ),
  share: icon('M8 10V2.5M5 5l3-3 3 3M4.5 7.5H3v6h10v-6h-1.5'),
  done: icon('m3 8.5 3.5 3.5L13 5'),
  retry: icon('M2.5 8a5.5 5.5 0 1 0 1.8-4.1L2.5 5.5M2.5 2.5v3h3'),
  up: icon('M5 7.2 7.6 2c.9 0 1.6.7 1.6 1.6v2.6h3.3c.8 0 1.4.7 1.3 1.5l-.7 4.8c-.1.7-.6 1.2-1.3 1.2H5M5 7H2.5v6.7H5z'),
  down: icon(
    'M11 8.8 8.4 14c-.9 0-1.6-.7-1.6-1.6V9.8H3.5c-.8 0-1.4-.7-1.3-1.5l.7-4.8c.1-.7.6-1.2 1.3-1.2H11M11 9h2.5V2.3H11z',
  ),
  arrow: icon('M3 8h9.5M9 4.5l3.5 3.5L9 11.5'),
  chat: icon(
    'M2.5 4A1.5 1.5 0 0 1 4 2.5h8A1.5 1.5 0 0 1 13.5 4v5.5A1.5 1.5 0 0 1 12 11H7l-3 2.5V11a1.5 1.5 0 0 1-1.5-1.5z',
  ),
  open: icon('M6 3.5h6.5V10M12.3 3.7 3.5 12.5'),
  latest: icon('M8 3v9.5M4 8.7l4 4 4-4'),
  follow: icon('M3 3v4.5A1.5 1.5 0 0 0 4.5 9H13M10 6l3 3-3 3'),
  page: icon('M9.5 2H4.5A1.5 1.5 0 0 0 3 3.5v9A1.5 1.5 0 0 0 4.5 14h7a1.5 1.5 0 0 0 1.5-1.5v-7zM9.5 2v3.5H13'),
  quote: icon('M2.5 4h11M2.5 8h11M2.5 12h6'),
  code: icon('m5.5 4.5-3.5 3.5 3.5 3.5M10.5 4.5l3.5 3.5-3.5 3.5'),
  mark: svg(
    <>
      <path d="M1.5 3.5h8M1.5 8h6M1.5 12.5h8" />
      <path d="M13.5 5.5v5" className="mark-note" />
    </>,
  ),
} as const
