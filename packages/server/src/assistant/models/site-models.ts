import type { Finding, SiteModel, SiteModelUpdate } from '@sidenote/contract'
import type { Logger } from 'pino'
import { type SealedStore, siteModelPurpose } from '../../database/seal.ts'
import type { SiteModelRow, SiteRow } from '../../database/tables.ts'
import { invalidValue, messageOf } from '../../errors.ts'
import { findingsAbout } from '../../findings.ts'
import { isTrusted, untrusted } from '../../sources/trust.ts'
import { askModelForOneWord } from './check-models.ts'
import { type ModelSettings, type Models, type NamedModel, openModels } from './models.ts'

type ModelSite = Pick<SiteRow, 'id' | 'domain' | 'organization_id'>

/** The models that answer the questions of sites. */
export interface SiteModels {
  /** The models of a site as they are now: its own with excerpts behind it, or the server’s. */
  readonly of: (site: ModelSite) => Promise<Models>
  /** @throws AppError `invalid_request` for a model that can’t be opened */
  readonly update: (site: ModelSite, change: SiteModelUpdate) => Promise<SiteModel>
  readonly describe: (site: ModelSite) => Promise<SiteModel>
  /** Asks them for one word. */
  readonly check: (site: ModelSite) => Promise<Finding[]>
}

interface SiteModelDependencies extends SealedStore {
  readonly log: Logger
  /** Those of a site that has none of its own. */
  readonly models: Models
  /** What searches all sites; undefined where the configuration names none. */
  readonly embedder: { readonly name: string } | undefined
  readonly reranker: { readonly name: string } | undefined
  /** Has the keys of the server’s providers. */
  readonly environment: ModelSettings['environment']
  /** Whose sites may use these keys with another model. */
  readonly operator: string
  /** Watches the calls of models that are opened. */
  readonly watch: (models: Models) => Models
}

const providerOf = (model: string): string => model.slice(0, model.indexOf(':'))

/** The variable that each provider takes its key from. */
const keyVariables: Readonly<Record<string, string>> = {
  openai: 'OPENAI_API_KEY',
  anthropic: 'ANTHROPIC_API_KEY',
  google: 'GOOGLE_GENERATIVE_AI_API_KEY',
  'openai-compatible': 'OPENAI_COMPATIBLE_API_KEY',
}

interface StoredModel {
  readonly model: string
  readonly baseUrl: string | null
  readonly key: string | null
}

/** A key goes only to the provider and the address that it was entered for. */
const keepsKey = (before: SiteModelRow | undefined, { model, baseUrl }: StoredModel): boolean =>
  before !== undefined && providerOf(before.model) === providerOf(model) && before.base_url === baseUrl

const checkAddress = ({ model, baseUrl }: StoredModel): void => {
  const takesAddress = providerOf(model) === 'openai-compatible'
  if (takesAddress && baseUrl === null) {
    throw invalidValue('baseUrl', `baseUrl is missing, but ${model} needs the address of its service.`)
  }
  if (!takesAddress && baseUrl !== null) {
    throw invalidValue('baseUrl', `baseUrl is ${baseUrl}, but only the provider openai-compatible takes an address.`)
  }
}

/** Opens the models of sites, each once as long as it stays what it is; every question looks whether it has changed. */
export const createSiteModels = (dependencies: SiteModelDependencies): SiteModels => {
  const { database, seal, log, models: serverModels, environment, operator, watch } = dependencies
  const opened = new Map<string, { readonly row: string; readonly models: Promise<Models> }>()

  const readRow = (site: ModelSite): Promise<SiteModelRow | undefined> =>
    database.selectFrom('site_models').selectAll().where('site_id', '=', site.id).executeTakeFirst()

  /** What checks answers of a site’s own model: whoever pays for the server’s models hasn’t agreed to those of others. */
  const checkerOf = ({ organization_id }: ModelSite): NamedModel | undefined =>
    organization_id === operator ? serverModels[0].checker : undefined

  const open = async (site: ModelSite, { model, baseUrl, key }: StoredModel): Promise<Models> => {
    // Asked again here: the operator may trust it no longer.
    if (baseUrl !== null && !(await isTrusted(database, site.organization_id))) throw new Error(untrusted(baseUrl))
    const variable = keyVariables[providerOf(model)]
    const usesServerKeys = site.organization_id === operator && baseUrl === null
    const [own] = await openModels({
      model,
      environment: {
        ...(usesServerKeys && environment),
        ...(baseUrl !== null && { OPENAI_COMPATIBLE_BASE_URL: baseUrl }),
        ...(key !== null && variable && { [variable]: key }),
      },
      setting: 'model',
    })
    const [excerpts] = await openModels({ environment: {} })
    const checker = checkerOf(site)
    return watch([{ ...own, ...(checker && { checker }) }, excerpts])
  }

  const openRow = async (site: ModelSite, row: SiteModelRow): Promise<Models> => {
    const key = row.key_sealed === null ? null : seal.open(siteModelPurpose(site.id), row.key_sealed)
    return open(site, { model: row.model, baseUrl: row.base_url, key })
  }

  const of = async (site: ModelSite): Promise<Models> => {
    const row = await readRow(site)
    if (!row) {
      opened.delete(site.id)
      return serverModels
    }
    const known = opened.get(site.id)
    const written = JSON.stringify(row)
    const models = known?.row === written ? known.models : openRow(site, row)
    opened.set(site.id, { row: written, models })
    return models.catch((error: unknown) => {
      opened.delete(site.id)
      log.error({ err: error, site: site.domain }, 'the model of the site cannot be opened; excerpts stand in')
      return openModels({ environment: {} })
    })
  }

  const describe = async (site: ModelSite): Promise<SiteModel> => {
    const row = await readRow(site)
    const [{ name, checker }] = serverModels
    return {
      model: row?.model ?? null,
      baseUrl: row?.base_url ?? null,
      hasKey: row !== undefined && row.key_sealed !== null,
      serverModel: name === 'quote' ? null : name,
      embeddingModel: dependencies.embedder?.name ?? null,
      rerankingModel: dependencies.reranker?.name ?? null,
      checkingModel: (row ? checkerOf(site) : checker)?.name ?? null,
      updatedAt: row?.updated_at ?? null,
    }
  }

  const remove = async (site: ModelSite): Promise<void> => {
    await database.deleteFrom('site_models').where('site_id', '=', site.id).execute()
  }

  const store = async (site: ModelSite, change: SiteModelUpdate): Promise<void> => {
    const before = await readRow(site)
    const model = change.model ?? before?.model
    if (change.model === null) return remove(site)
    if (model === undefined) throw invalidValue('model', 'model is missing, and the site has none of its own yet.')
    const baseUrl = change.baseUrl === undefined ? (before?.base_url ?? null) : change.baseUrl
    const wanted = { model, baseUrl, key: change.key ?? null }
    checkAddress(wanted)
    const stays = change.key === undefined && keepsKey(before, wanted)
    const key_sealed = stays
      ? (before?.key_sealed ?? null)
      : wanted.key === null
        ? null
        : seal.close(siteModelPurpose(site.id), wanted.key)
    const row = { site_id: site.id, model, base_url: baseUrl, key_sealed, updated_at: new Date().toISOString() }
    await openRow(site, row).catch((error: unknown) => {
      throw invalidValue('model', messageOf(error))
    })
    await database
      .insertInto('site_models')
      .values(row)
      .onConflict((conflict) => conflict.column('site_id').doUpdateSet(row))
      .execute()
  }

  return {
    of,
    describe,
    update: async (site, change) => {
      await store(site, change)
      return describe(site)
    },
    check: async (site) => {
      const { good } = findingsAbout('model')
      const row = await readRow(site)
      if (!row) return [good('The site has no model of its own: the server’s answers.')]
      const models = await openRow(site, row).catch(messageOf)
      if (typeof models === 'string') return [findingsAbout('model').problem(models)]
      return [await askModelForOneWord(models[0])]
    },
  }
}
