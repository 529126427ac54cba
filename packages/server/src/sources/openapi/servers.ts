import { isRecord } from '../../pages/is-record.ts'
import { entriesOf, type Json, listOf, textOf } from './operations.ts'
import { code } from './schema-text.ts'

/** Where an operation is sent to, up to its path: the first server that is named, nearest first. */
export function serverAddress(nearer: readonly unknown[], document: Json): string {
  const [server] = [...nearer, serversOf(document)].map(listOf).find((servers) => servers.length > 0) ?? []
  if (!isRecord(server)) return ''
  const variables = isRecord(server.variables) ? server.variables : {}
  return textOf(server.url)
    .replace(/\{([^{}]+)\}/g, (whole, name: string) => {
      const variable = Object.hasOwn(variables, name) ? variables[name] : undefined
      return isRecord(variable) && typeof variable.default === 'string' ? variable.default : whole
    })
    .replace(/\/+$/, '')
}

/** Those of version 3; of version 2, those that its host and its schemes make. */
function serversOf(document: Json): Json[] {
  const servers = listOf(document.servers).filter(isRecord)
  if (servers.length > 0) return servers
  const host = textOf(document.host)
  const path = textOf(document.basePath)
  if (!host) return path ? [{ url: path }] : []
  const schemes = listOf(document.schemes).filter((scheme) => typeof scheme === 'string')
  return (schemes.length > 0 ? schemes.toSorted().reverse() : ['https']).map((scheme) => ({
    url: `${scheme}://${host}${path}`,
  }))
}

/** The addresses at which the API is. */
export function writeServers(document: Json): string[] {
  const lines = serversOf(document).flatMap((server) => {
    const description = textOf(server.description).replace(/\s+/g, ' ')
    const variables = entriesOf(server.variables).flatMap(([name, variable]) => {
      if (!isRecord(variable)) return []
      const choices = listOf(variable.enum).map(code)
      const facts = [
        textOf(variable.default) ? `default ${code(variable.default)}` : '',
        choices.length > 0 ? `one of ${choices.join(', ')}` : '',
      ].filter(Boolean)
      const meaning = textOf(variable.description).replace(/\s+/g, ' ')
      return [`  - ${code(name)}${facts.length > 0 ? ` (${facts.join(', ')})` : ''}${meaning ? `: ${meaning}` : ''}`]
    })
    return [`- ${code(server.url)}${description ? `: ${description}` : ''}`, ...variables]
  })
  return lines.length > 0 ? ['## Base URL', 'The API is at:', lines.join('\n')] : []
}
