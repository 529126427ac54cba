import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Violations inside the widget and the page menu; the pages of the manual around them (`#app`) are the generator's. */
export const axeViolations = async (page: Page): Promise<string[]> => {
  const { violations } = await new AxeBuilder({ page }).exclude('#app').analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.filter((node) => /sidenote/i.test(JSON.stringify(node.target))).map((node) => `${id}: ${node.html}`),
  )
}
