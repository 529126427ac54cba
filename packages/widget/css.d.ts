declare module '*.css?inline' {
  const text: string
  // biome-ignore lint/style/noDefaultExport: this is how Vite gives the text of a style sheet
  export default text
}
