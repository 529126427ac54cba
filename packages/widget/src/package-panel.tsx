import { fetchWords } from './chat/fetch-words.ts'
import type { PanelModule } from './page/panel-seam.ts'
import { createPanel as create } from './panel/create-panel.tsx'

/** The panel of the npm package. Its languages come from the server, so that they don't weigh on every application. */
export const createPanel: PanelModule['createPanel'] = (seam) => create(seam, fetchWords)
