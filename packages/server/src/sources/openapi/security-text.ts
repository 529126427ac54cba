import { isRecord } from '../../pages/is-record.ts'
import { entriesOf, follow, type Json, listOf, textOf } from './operations.ts'
import { code } from './schema-text.ts'

/** What an operation, or all of them, ask for: alternatives, each of schemes with their scopes. Undefined when nothing is said. */
export function writeRequirements(security: unknown): string | undefined {
  if (!Array.isArray(security)) return undefined
  const alternatives = security.map((requirement) =>
    entriesOf(requirement).map(([name, scopes]) => {
      const named = listOf(scopes).map(code)
      return `${code(name)}${named.length > 0 ? ` (${named.join(', ')})` : ''}`
    }),
  )
  const asked = alternatives.filter((schemes) => schemes.length > 0).map((schemes) => schemes.join(' with '))
  if (asked.length === 0) return 'none'
  return `${asked.join(' or ')}${asked.length < alternatives.length ? ', optional' : ''}`
}

/** How readers of the API show who they are: a section for each scheme. */
export function writeSecurity(document: Json): string[] {
  const components = isRecord(document.components) ? document.components : {}
  const schemes = [...entriesOf(components.securitySchemes), ...entriesOf(document.securityDefinitions)]
  if (schemes.length === 0) return []
  const required = writeRequirements(document.security)
  return [
    '## Authentication',
    required === undefined || required === 'none' ? '' : `Unless an operation says otherwise, it needs ${required}.`,
    ...schemes.flatMap(([name, value]) => writeScheme(name, follow(value, document))),
  ]
}

function writeScheme(name: string, scheme: Json): string[] {
  const blocks = [`### ${name.replace(/\s+/g, ' ')}`, wayOf(scheme), textOf(scheme.description)]
  if (scheme.type !== 'oauth2') return blocks
  const flows = isRecord(scheme.flows) ? entriesOf(scheme.flows) : ([[textOf(scheme.flow), scheme]] as const)
  return [...blocks, ...flows.flatMap(([flow, value]) => writeFlow(flow, isRecord(value) ? value : {}))]
}

/** How a credential is sent. */
function wayOf(scheme: Json): string {
  const kind = textOf(scheme.scheme).toLowerCase()
  switch (scheme.type) {
    case 'http': {
      if (kind === 'bearer') {
        const format = textOf(scheme.bearerFormat)
        return `Bearer token${format ? ` (${format})` : ''}, sent in the header \`Authorization: Bearer <token>\`.`
      }
      return kind === 'basic' ? basic : `HTTP authentication, sent in the header \`Authorization: ${scheme.scheme} …\`.`
    }
    case 'basic':
      return basic
    case 'apiKey':
      return `API key, sent in the ${scheme.in === 'query' ? 'query parameter' : textOf(scheme.in)} ${code(scheme.name)}.`
    case 'oauth2':
      return 'OAuth 2.0. The access token is sent in the header `Authorization: Bearer <token>`.'
    case 'openIdConnect':
      return `OpenID Connect, configured at ${code(scheme.openIdConnectUrl)}.`
    case 'mutualTLS':
      return 'Mutual TLS: the client shows a certificate of its own.'
    default:
      return ''
  }
}

const basic = 'Basic authentication: user name and password, sent in the header `Authorization: Basic <credentials>`.'

const flowNames: Readonly<Record<string, string>> = {
  authorizationCode: 'Authorization code',
  accessCode: 'Authorization code',
  clientCredentials: 'Client credentials',
  application: 'Client credentials',
  implicit: 'Implicit',
  password: 'Password',
  deviceAuthorization: 'Device authorization',
}
const flowAddresses: Readonly<Record<string, string>> = {
  authorizationUrl: 'authorization URL',
  deviceAuthorizationUrl: 'device authorization URL',
  tokenUrl: 'token URL',
  refreshUrl: 'refresh URL',
}

function writeFlow(name: string, flow: Json): string[] {
  const addresses = Object.entries(flowAddresses).flatMap(([key, words]) =>
    textOf(flow[key]) ? [`${words} ${code(flow[key])}`] : [],
  )
  const scopes = entriesOf(flow.scopes).map(([scope, meaning]) => `- ${code(scope)}: ${textOf(meaning)}`)
  const title = Object.hasOwn(flowNames, name) ? flowNames[name] : name
  return [`**${title} flow**${addresses.length > 0 ? `: ${addresses.join(', ')}` : ''}`, ...listed('Scopes:', scopes)]
}

const listed = (title: string, lines: readonly string[]): string[] =>
  lines.length > 0 ? [title, lines.join('\n')] : []
