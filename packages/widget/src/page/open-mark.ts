import type { WidgetOptions } from '../options.ts'
import { mayStore } from './may-store.ts'

/**
 * Whether the panel was open when the reader left for another page. Kept for the tab; a browser may forbid even that.
 * @param open written when given, else read
 */
export function openMark(options: WidgetOptions, open?: boolean): boolean {
  const key = `sidenote:${options.domain}:open`
  try {
    if (!mayStore(options)) return false
    if (open === undefined) return key in sessionStorage
    if (open) sessionStorage[key] = 1
    else delete sessionStorage[key]
  } catch {}
  return false
}
