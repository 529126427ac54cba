import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What axe finds wrong. @param within selector of the part that is looked at @param without of parts that are not */
export const violations = async (page: Page, within: string, without: readonly string[] = []): Promise<string[]> => {
  const builder = new AxeBuilder({ page }).include(within)
  for (const part of without) builder.exclude(part)
  const { violations: found } = await builder.analyze()
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}
