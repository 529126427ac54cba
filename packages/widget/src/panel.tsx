// First, so that the style sheet comes first in the file: anywhere else it costs some 100 bytes more.
import './panel/styles.css?inline'

export { createPanel } from './panel/create-panel.tsx'
