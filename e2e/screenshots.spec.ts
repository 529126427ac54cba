import { expect, test } from './support/scripted-server.ts'

const sentence =
  'Clone the repository and type `npm start` [1]. It prints two addresses:\n\n' +
  '| Address | What is there |\n| --- | --- |\n| `http://127.0.0.1:4000` | The server |\n| `http://127.0.0.1:4001` | The manual, with the widget |\n\n' +
  'Nothing else has to be installed [2].\n\n```sh\nnpm start\n```\n'

/** The pictures are for people: `test-results/screenshots`. What a test can say of a state, it says. */
for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1280, 390]) {
    test(`every state shows in ${colorScheme} at ${width} px`, async ({ page, reader, scripted }) => {
      const picture = (state: string) =>
        page.screenshot({
          path: `test-results/screenshots/${state}-${colorScheme}-${width}.png`,
          animations: 'disabled',
        })
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 800 })
      await scripted.serveWidgetOn(page)
      await reader.visit('/quick-start')
      await picture('1-launcher')

      await reader.openPanel()
      await expect(reader.panel.getByText(/^Ask about /)).toBeVisible()
      await picture('2-empty')

      scripted.model.script(
        [{ wait: 600 }, ...sentence.split(/(?<= )/).flatMap((say) => [{ say }, { wait: 40 }])],
        [{ say: 'It begins well' }, 'cut'],
      )
      await reader.ask('How do I start the demo?')
      await expect(reader.panel.getByText(/^(Searching|Reading)/).first()).toBeVisible()
      await picture('3-searching')
      await expect(reader.panel.getByRole('table')).toBeVisible()
      await picture('4-streaming')
      await reader.answered()
      await picture('5-answer')

      await reader.panel
        .getByRole('link', { name: /^Source 1: / })
        .first()
        .focus()
      await expect(reader.panel.getByText('Open section').first()).toBeVisible()
      await picture('6-citation')

      await page.keyboard.press('Escape')
      await reader.panel.getByRole('button', { name: 'Not helpful', exact: true }).click()
      await reader.panel.getByRole('button', { name: 'Out of date' }).click()
      await picture('8-reasons')
      await reader.panel.getByRole('button', { name: 'Cancel' }).click()

      await reader.ask('And then?')
      await expect(reader.panel.getByRole('button', { name: 'Retry', exact: true })).toBeVisible()
      await picture('7-error')

      scripted.model.script(['endless'])
      await reader.panel.getByRole('button', { name: 'Retry', exact: true }).click()
      await expect(reader.panel.getByText(/and so on/).first()).toBeVisible()
      await reader.ask('How do I stop it again?')
      await picture('9-queue')
      await reader.panel.getByRole('button', { name: /^Do not ask/ }).click()
      await reader.panel.getByRole('button', { name: 'Stop', exact: true }).click()
      await reader.panel.getByRole('button', { name: 'New conversation' }).click()
      await page.evaluate(() => {
        const { Sidenote: widget } = window
        if (widget && !Array.isArray(widget))
          widget.addContext({ type: 'textSelection', value: 'It prints two addresses.' })
      })
      await expect(reader.panel.getByText('Go on with')).toBeVisible()
      await picture('10-again')
      await reader.panel.getByRole('button', { name: 'Earlier conversations' }).click()
      await expect(reader.panel.getByRole('searchbox')).toBeFocused()
      await picture('11-history')
    })
  }
}
