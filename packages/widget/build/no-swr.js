// In place of SWR, which only the SDK's `useObject` needs. Its CommonJS parts would make the bundler wrap all of React.
// biome-ignore lint/style/noDefaultExport: SWR's hook is one
export default () => ({})
