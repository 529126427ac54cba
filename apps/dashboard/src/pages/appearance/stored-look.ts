import type { Look, SiteSettings, SiteSettingsUpdate } from '@sidenote/contract'
import { listOf } from '../settings/save-settings.ts'

/** Options of the widget as texts, by their names. */
type Options = Readonly<Record<string, string>>

/** What is stored with a site, as the options of the widget that say the same. */
export const optionsOfSettings = ({ look, supportUrl }: Pick<SiteSettings, 'look' | 'supportUrl'>): Options =>
  Object.fromEntries(
    Object.entries({ ...look, ...(supportUrl !== null && { supportUrl }) }).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(' | ') : String(value),
    ]),
  )

/** Everything of these options that can be stored with a site. */
export const settingsOfOptions = (options: Options): SiteSettingsUpdate => {
  const { title, logo, placeholder, disclaimer, questions, accent, theme, radius, supportUrl = null } = options
  const look: Look = {
    ...(title && { title }),
    ...(logo && { logo }),
    ...(placeholder && { placeholder }),
    ...(disclaimer !== undefined && { disclaimer }),
    ...(questions && { questions: listOf(questions, '|') }),
    ...(accent && { accent }),
    ...((theme === 'light' || theme === 'dark') && { theme }),
    ...(radius && { radius: Number(radius) }),
  }
  return { look: Object.keys(look).length > 0 ? look : null, supportUrl }
}
