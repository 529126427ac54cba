// First, so that the style sheet comes first in the file: anywhere else it costs some 100 bytes more.
import './panel/styles.css?inline'
import { importWords } from './locales/import-words.ts'
import type { PanelModule } from './page/panel-seam.ts'
import { createPanel as create } from './panel/create-panel.tsx'

/** The panel of the script, whose languages are files beside it. */
export const createPanel: PanelModule['createPanel'] = (seam) => create(seam, importWords)
