import type { WidgetOptions } from './options.ts'

/** Whether anything may be stored: the owner allows it, and the reader doesn't opt out (Do Not Track, GPC). */
export const mayStore = ({ storage }: WidgetOptions): boolean =>
  storage !== 'none' &&
  navigator.doNotTrack !== '1' &&
  !('globalPrivacyControl' in navigator && navigator.globalPrivacyControl)
