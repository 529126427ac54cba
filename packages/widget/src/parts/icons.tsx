import type { ReactNode } from 'react'

const icon = (...paths: string[]): ReactNode => (
  <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    {paths.map((path) => (
      <path key={path} d={path} />
    ))}
  </svg>
)

/** All drawn on a 16 px grid with one stroke, so that they look like one family. */
export const icons = {
  close: icon('m4 4 8 8', 'M12 4l-8 8'),
  expand: icon('M9.5 2.5h4v4', 'm13.5 2.5-4.5 4.5', 'M6.5 13.5h-4v-4', 'M2.5 13.5 7 9'),
  shrink: icon('M13 7H9V3', 'M9 7l4.500-4.500', 'M3 9h4v4', 'M7 9l-4.500 4.500'),
  search: icon('m10.500 10.500 3 3', 'M12 7A5 5 0 1 1 2 7a5 5 0 0 1 10 0Z'),
  compose: icon(
    'M13.5 8.5v4a1.5 1.5 0 0 1-1.5 1.5H3.5A1.5 1.5 0 0 1 2 12.5V4a1.5 1.5 0 0 1 1.5-1.5h4',
    'm6 10 .5-2.3 6-6 1.8 1.8-6 6z',
  ),
  attach: icon('M8 3.5v9', 'M3.5 8h9'),
  file: icon('M9.5 2H4.500v12h7V4z', 'M9.500 2v2h2'),
  history: icon('M2.5 8a5.5 5.5 0 1 0 1.8-4.100L2.5 5.5', 'M2.5 2.5v3h3', 'M8 5v3.200l2 1.300'),
  edit: icon('m3 13 .7-3 7.300-7.300 2.300 2.300L6 12.300z'),
  remove: icon('M3 4.500h10', 'M6.500 4.500v-2h3v2', 'm4.500 4.500.5 9h6l.5-9'),
  back: icon('M13 8H3.500', 'M7 3.500 2.500 8 7 12.500'),
  send: icon('M8 13V3.5', 'M3.8 7.5 8 3.300l4.200 4.200'),
  stop: (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <rect x="4" y="4" width="8" height="8" rx="1.5" fill="currentColor" stroke="none" />
    </svg>
  ),
  copy: icon(
    'M5.5 5.5v-2A1.5 1.5 0 0 1 7 2h5.5A1.5 1.5 0 0 1 14 3.5V9a1.5 1.5 0 0 1-1.5 1.5h-2',
    'M3.5 5.5H9A1.5 1.5 0 0 1 10.5 7v5.5A1.5 1.5 0 0 1 9 14H3.5A1.5 1.5 0 0 1 2 12.5V7a1.5 1.5 0 0 1 1.5-1.5z',
  ),
  link: icon(
    'M6.700 9.300a2.500 2.500 0 0 0 3.500 0l2.500-2.500a2.500 2.500 0 0 0-3.500-3.500L8.200 4.300',
    'M9.300 6.700a2.500 2.500 0 0 0-3.500 0L3.300 9.200a2.500 2.500 0 0 0 3.500 3.500l1-1',
  ),
  done: icon('m3 8.5 3.5 3.5L13 5'),
  retry: icon('M2.5 8a5.5 5.5 0 1 0 1.8-4.100L2.5 5.5', 'M2.5 2.5v3h3'),
  up: icon(
    'M5 7.200 7.600 2c.9 0 1.600.7 1.600 1.600v2.600h3.300c.8 0 1.400.7 1.300 1.5l-.7 4.800c-.1.700-.6 1.200-1.300 1.200H5',
    'M5 7H2.5v6.700H5z',
  ),
  down: icon(
    'M11 8.800 8.400 14c-.9 0-1.600-.7-1.600-1.600V9.800H3.5c-.8 0-1.400-.7-1.300-1.5l.7-4.800c.1-.7.600-1.200 1.300-1.200H11',
    'M11 9h2.5V2.3H11z',
  ),
  arrow: icon('M3 8h9.5', 'm9 4.5 3.5 3.5L9 11.5'),
  chat: icon(
    'M2.500 4A1.500 1.500 0 0 1 4 2.500h8A1.500 1.500 0 0 1 13.500 4v5.500A1.500 1.500 0 0 1 12 11H7l-3 2.500V11a1.500 1.500 0 0 1-1.500-1.500z',
  ),
  open: icon('M6 3.5h6.500V10', 'M12.300 3.700 3.500 12.500'),
  latest: icon('M8 3v9.5', 'M4 8.700l4 4 4-4'),
  follow: icon('M3 3v4.5A1.5 1.5 0 0 0 4.5 9H13', 'm10 6 3 3-3 3'),
  page: icon('M9.5 2H4.5A1.5 1.5 0 0 0 3 3.5v9A1.5 1.5 0 0 0 4.5 14h7a1.5 1.5 0 0 0 1.5-1.5v-7z', 'M9.5 2v3.5H13'),
  quote: icon('M2.5 4h11', 'M2.5 8h11', 'M2.5 12h6'),
  code: icon('m5.5 4.5-3.5 3.5 3.5 3.5', 'm10.5 4.5 3.5 3.5-3.5 3.5'),
  mark: (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d="M1.5 3.5h8M1.5 8h6M1.5 12.5h8" />
      <path d="M13.5 5.5v5" className="mark-note" />
    </svg>
  ),
} as const
