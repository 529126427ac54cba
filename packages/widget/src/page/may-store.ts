import type { WidgetOptions } from './options.ts'

/** Whether the owner lets anything be kept, and the reader does not ask to be left alone (Do Not Track, GPC). */
export const mayStore = ({ storage }: WidgetOptions): boolean =>
  storage !== 'none' &&
  navigator.doNotTrack !== '1' &&
  !('globalPrivacyControl' in navigator && navigator.globalPrivacyControl)
