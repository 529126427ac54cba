// zod's English messages. What is wrong with a chunk is never shown; the reader sees a sentence of ours.
// biome-ignore lint/style/noDefaultExport: zod's locales are default exports
export default () => ({})
