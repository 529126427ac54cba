import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What axe finds wrong. @param within selector of the part that is looked at */
export const violations = async (page: Page, within: string): Promise<string[]> => {
  const { violations: found } = await new AxeBuilder({ page }).include(within).analyze()
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}
