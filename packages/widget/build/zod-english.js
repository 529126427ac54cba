// Replaces zod's English messages, which are never shown: readers see our own sentences.
// biome-ignore lint/style/noDefaultExport: zod's locales are default exports
export default () => ({})
