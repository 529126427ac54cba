import type { Locator, Page } from '@playwright/test'
import { expect, type HostPage, type HostParts, test } from './support/host-page.ts'
import { streamAnswer } from './support/stream-answer.ts'

// Pages as documentation generators build them, with what made trouble on each.

const askButton = (page: Page) => page.getByRole('button', { name: 'Ask about this code' })

/** Code as generators divide it into lines, with the language and the heading where each of them has these. */
const code = {
  'lines with <br>, as in Docusaurus': `<h2 id="br">Lines<a class="hash-link" href="#br">​</a></h2><div class="language-js theme-code-block"><div><pre tabindex="0"><code><span class="token-line" style="display:block"><span>if (a) {</span><br></span><span class="token-line" style="display:block"><span style="display:inline-block"></span><br></span><span class="token-line" style="display:block">  b()<br></span><span class="token-line" style="display:block">}<br></span></code></pre><div><button aria-label="Copy">C</button></div></div></div>`,
  'lines in divisions, as in Starlight': `<div class="sl-heading-wrapper"><h2 id="ec">Divisions</h2><a href="#ec">#</a></div><figure class="frame"><pre data-language="ts"><code><div class="ec-line"><div class="gutter" aria-hidden="true">1</div><div class="code">if (b) {</div></div><div class="ec-line"><div class="code">
</div></div><div class="ec-line"><div class="code">  b()</div></div><div class="ec-line"><div class="code">}</div></div></code></pre><div class="copy"><button>C</button></div></figure>`,
  'lines as boxes of a grid, as in Nextra': `<h2>Grid<span id="grid"></span></h2><div><pre><code data-language="py" style="display:grid"><span class="line">if (c) {</span>
<span class="line"> </span>
<span class="line">  b()</span>
<span class="line">}</span></code></pre></div>`,
  'numbers before the lines, as in Sphinx': `<section id="numbers"><h2>Numbers<a href="#numbers">¶</a></h2><div class="highlight-go notranslate"><div class="highlight"><pre id="codecell4"><span></span><span class="linenos" style="user-select:none">1</span>if (d) {
<span class="linenos" style="user-select:none">2</span>
<span class="linenos" style="user-select:none">3</span>  b()
<span class="linenos" style="user-select:none">4</span>}
</pre></div></div></section>`,
  'a button in the block, as in Material': `<h2 id="inside">Inside</h2><div class="language-rust highlight"><pre id="__code_3"><span></span><nav><button>Copy to clipboard</button></nav><code><a id="__codelineno-1-1"></a>if (e) {
<a></a>
<a></a>  b()
<a></a>}
</code></pre></div>`,
}

test('code keeps its lines, its language and its section, however the page builds them', async ({ host, page }) => {
  await page.route('**/assistant/sidenote/message', (route) => streamAnswer(route, 'So.', []))
  await host.visit({}, { body: Object.values(code).join('') })
  const chips = host.panel.getByText(/^\w+ · 4 lines$/)
  for (const [index, block] of (await page.locator('main pre').all()).entries()) {
    await block.scrollIntoViewIfNeeded()
    await block.hover({ position: { x: 4, y: 10 } })
    await askButton(page).click()
    // The first makes the panel open, which moves the page below the pointer.
    await expect(chips).toHaveCount(index + 1)
  }
  await expect(chips).toHaveText(['js', 'ts', 'py', 'go', 'rust'].map((name) => `${name} · 4 lines`))
  const sent = page.waitForRequest((request) => request.url().endsWith('/message'))
  await host.ask('Why?')
  const { context } = (await sent).postDataJSON()
  expect(context).toMatchObject(
    ['br', 'ec', 'grid', 'numbers', 'inside'].map((elementId, index) => ({
      type: 'code',
      elementId,
      value: `if (${'abcde'[index]}) {\n\n  b()\n}`,
    })),
  )
})

/** As in Jekyll, Hugo and Sphinx. */
const numbersBeside = `<h2 id="beside">Beside</h2><div class="language-ruby highlighter-rouge"><div class="highlight"><table><tbody><tr><td class="gutter"><pre class="lineno">1
2
3
4
</pre></td><td class="code"><pre>if (f) {

  b()
}
</pre></td></tr></tbody></table></div></div>`

test('numbers in a column of their own lead to the code beside them', async ({ host, page }) => {
  await page.route('**/assistant/sidenote/message', (route) => streamAnswer(route, 'So.', []))
  await host.visit({}, { body: numbersBeside })
  await page.locator('.lineno').hover()
  await askButton(page).click()
  await expect(host.panel.getByText('ruby · 4 lines', { exact: true })).toBeVisible()
  const sent = page.waitForRequest((request) => request.url().endsWith('/message'))
  await host.ask('Why?')
  expect((await sent).postDataJSON().context).toMatchObject([{ elementId: 'beside', value: 'if (f) {\n\n  b()\n}' }])
})

const overlap = async (one: Locator, other: Locator): Promise<boolean> => {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()]
  if (!a || !b) throw new Error('It has no box.')
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

test('the button of wide code is on the part that is shown, and the mouse gets there', async ({ host, page }) => {
  const wide = `<figure style="overflow:hidden;width:500px"><div style="overflow:auto"><pre style="min-width:max-content;width:max-content"><code>${'const wide = 1; '.repeat(20)}</code></pre></div></figure>`
  await host.visit({}, { body: wide })
  const [figure, button] = [page.locator('figure'), askButton(page)]
  await page.locator('main pre').hover({ position: { x: 40, y: 10 } })
  const [outer, own] = [await figure.boundingBox(), await button.boundingBox()]
  if (!outer || !own) throw new Error('Nothing is shown.')
  expect(own.x).toBeGreaterThan(outer.x)
  expect(own.x + own.width).toBeLessThanOrEqual(outer.x + outer.width)
  await page.mouse.move(own.x + own.width / 2, own.y + 8, { steps: 12 })
  await expect(button).toBeVisible()
  await page.mouse.down()
  await page.mouse.up()
  await expect(host.panel.getByText('1 line', { exact: true })).toBeVisible()
})

/** One line of code, with the page’s own buttons at its end. */
const oneLine = [
  '<div style="position:relative"><pre style="margin:16px 0;padding:10px;background:#eee">npm start</pre><div style="position:absolute;right:6px;top:6px"><button>Wrap</button><button class="own">Copy</button></div></div>',
  '<pre style="position:relative;padding:10px;background:#eee">npm start<button class="own" style="position:absolute;right:4px;top:4px;height:28px">Copy</button></pre>',
  '<div dir="rtl" style="position:relative"><pre style="padding:10px;background:#eee">npm start</pre><button class="own" style="position:absolute;left:6px;top:6px">Copy</button></div>',
].map((block) => `<div style="margin:60px 0">${block}</div>`)

for (const isTouch of [false, true])
  test.describe(isTouch ? 'by touch' : 'by mouse', () => {
    test.use({ hasTouch: isTouch, isMobile: isTouch })

    test('the button covers none of the page’s own on one line of code', async ({ host, page }) => {
      await host.visit({}, { body: oneLine.join('') })
      for (const block of await page.locator('main pre').all()) {
        await block.scrollIntoViewIfNeeded()
        if (isTouch) await block.tap({ position: { x: 200, y: 10 } })
        else await block.hover({ position: { x: 200, y: 10 } })
        await expect(askButton(page)).toBeVisible()
        for (const own of await block.locator('xpath=..').getByRole('button').all())
          expect(await overlap(askButton(page), own)).toBe(false)
      }
    })
  })

test('the launcher stays off the page’s way back to the top', async ({ host, page }) => {
  const head = `<style>#top{position:fixed;right:20px;bottom:20px;width:48px;height:48px;visibility:hidden}#top.shown{visibility:visible}</style>`
  const body = `<button id="top">Up</button><script>addEventListener('scroll', () => setTimeout(() => document.querySelector('#top').classList.toggle('shown', scrollY > 300), 100))</script>`
  await host.visit({}, { head, body })
  const before = await host.launcher.boundingBox()
  await page.mouse.wheel(0, 800)
  await expect(page.locator('#top')).toBeVisible()
  await expect.poll(() => overlap(host.launcher, page.locator('#top'))).toBe(false)
  await page.mouse.wheel(0, -2_000)
  await expect.poll(async () => (await host.launcher.boundingBox())?.y).toBe(before?.y)
})

/** What else pages have in the launcher’s corner. It comes late, and without a scroll. */
const corners = {
  'a bar about cookies':
    '<div class="own" style="left:0;right:0;bottom:0;height:72px;display:flex;justify-content:space-between"><span>We use cookies.</span><button style="height:32px;margin:20px">Accept</button></div>',
  'a chat, made by hand': '<div class="own" style="right:20px;bottom:20px;width:60px;height:60px">?</div>',
  'a low bar': '<div class="own" style="left:0;right:0;bottom:0;height:30px">Version 2 is out</div>',
}

test('the launcher stays off what else the page has in its corner', async ({ host, page }) => {
  await host.visit({}, { body: '<style>.own{position:fixed;box-sizing:border-box}</style><div id="corner"></div>' })
  for (const [name, corner] of Object.entries(corners)) {
    await page.evaluate((html) => {
      const place = document.querySelector('#corner')
      if (place)
        place.innerHTML = `${html}<img alt="" src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==">`
    }, corner)
    await expect.poll(() => overlap(host.launcher, page.locator('.own')), name).toBe(false)
  }
})

/** Dialogs that make the rest of the page inert, each with a search. */
const dialogs = [
  '<dialog><input aria-label="Search"></dialog>',
  '<site-search><template shadowrootmode="open"><dialog><input aria-label="Search"></dialog></template></site-search>',
]

test('the shortcut closes a modal dialog of the page, behind which the panel would be inert', async ({
  host,
  page,
}) => {
  for (const body of dialogs) {
    await host.visit({}, { body })
    const dialog = page.locator('dialog')
    await dialog.evaluate((element) => element instanceof HTMLDialogElement && element.showModal())
    await page.keyboard.press('Control+i')
    await expect(host.composer).toBeFocused()
    await expect(dialog).toBeHidden()
    await page.keyboard.type('How?')
    await expect(host.composer).toHaveValue('How?')
    await page.evaluate(() => window.Sidenote.reset())
    await page.unrouteAll({ behavior: 'wait' })
  }
})

/** Bars and lists as themes have them. All have a control at the right edge. */
const bars: Readonly<Record<string, HostParts>> = {
  'a fixed bar as wide as the window (VitePress)': {
    head: '<style>header{position:fixed;top:0;left:0;width:100%}header div{display:flex;justify-content:space-between}</style>',
    body: '<header><div><a href="/">Acme</a><button>Theme</button></div></header>',
  },
  'a fixed bar from edge to edge (Starlight)': {
    head: '<style>header{position:fixed;inset:0 0 auto;display:flex;justify-content:space-between;padding:8px 20px}</style>',
    body: '<header><a href="/">Acme</a><select><option>Dark</option></select></header>',
  },
  'a sticky bar with a centred grid (Material)': {
    head: '<style>header{position:sticky;top:0}header nav{max-width:1220px;margin:auto;display:flex}header input{margin-inline-start:auto}</style>',
    body: '<header><nav><a href="/">Acme</a><input placeholder="Search"></nav></header>',
  },
  'a fixed button of its own': {
    head: '<style>#theme{position:fixed;top:12px;right:12px}</style>',
    body: '<button id="theme">Theme</button>',
  },
  'a ribbon in the corner, in no box': {
    head: '',
    body: '<a style="position:absolute;top:0;right:0;padding:8px" href="/source">Source</a>',
  },
  'text without paragraphs': {
    head: '<style>#text{max-width:1100px;margin:auto}</style>',
    page: `<div id="text">${'Text that is not in a paragraph, as in books made by hand. '.repeat(30)}</div>`,
  },
  'a list of headings at the right, and classic scrollbars': {
    head: `<style>::-webkit-scrollbar{width:15px}#page{display:flex}#page nav{width:280px}#page article{flex:1;min-width:0;padding:0 24px}</style>`,
    page: `<div id="page"><nav>${'<a href="/a">Page</a><br>'.repeat(20)}</nav><article><h1>Keys</h1><h2 id="a">A</h2><p>${'A paragraph about keys. '.repeat(40)}</p><h2 id="b">B</h2></article><aside style="width:240px"><ul><li><a href="#a">First heading</a></li><li><a href="#b">Second</a></li></ul></aside></div>`,
  },
  'headings that link to themselves, and a list of them (Starlight)': {
    head: '<style>#page{display:flex}#page nav{width:300px;flex:none}#page article{flex:1;min-width:0;padding:0 16px}#page aside{width:270px;flex:none}h2{display:flex;justify-content:space-between}</style>',
    page: `<div id="page"><nav><a href="/a">Page</a></nav><article>${['a', 'b'].map((id) => `<div><h2 id="${id}">Heading ${id}<a href="#${id}">#</a></h2></div><p>${'A paragraph about keys. '.repeat(20)}</p>`).join('')}</article><aside><div><ul><li><a href="#a">First</a></li><li><a href="#b">Second</a></li></ul></div></aside></div>`,
  },
  'columns with shares of the width (Docusaurus)': {
    head: '<style>#page{display:flex}#page nav{width:300px;flex:none}#row{display:flex;flex:1;min-width:0}#row article{flex:1;min-width:0;max-width:75%}#row aside{flex:0 0 25%}#row pre{overflow:auto}</style>',
    page: `<div id="page"><nav><a href="/a">Page</a></nav><div id="row"><article><h2 id="a">A</h2><p>${'A paragraph about keys. '.repeat(20)}</p><h2 id="b">B</h2><pre>${'wide '.repeat(60)}</pre></article><aside><ul><li><a href="#a">First</a></li><li><a href="#b">Second</a></li></ul></aside></div></div>`,
  },
  'a column of a width of its own (Furo)': {
    head: '<style>#page{display:flex}#page nav{width:240px;flex:none}#main{display:flex;flex:1}#content{padding:0 48px;width:736px}</style>',
    page: `<div id="page"><nav><a href="/a">Page</a></nav><div id="main"><div id="content"><article><h1>Keys</h1><p>${'A paragraph about keys. '.repeat(20)}</p></article></div></div></div>`,
  },
  'a list of headings under a paragraph (Nextra)': {
    head: '<style>#page{display:flex}#page nav{width:256px;flex:none}#page article{width:100%;min-width:0;padding:0 48px}#page aside{width:256px;flex:none;order:9}</style>',
    page: `<div id="page"><nav><a href="/a">Page</a><p>Version 2</p></nav><aside><div><p>On this page</p><ul><li><a href="#a">First</a></li><li><a href="#b">Second</a></li></ul></div></aside><article><h2 id="a">A</h2><p>${'A paragraph about keys. '.repeat(20)}</p><h2 id="b">B</h2></article></div>`,
  },
  'a grid that keeps the place of its list (Fumadocs)': {
    head: '<style>#page{display:grid;overflow-x:clip;grid-template-columns:268px minmax(0,900px) 268px}#page article{width:100%;margin-inline:auto;max-width:900px}#page figure{margin:0;overflow:hidden}#page figure div{overflow:auto}#page pre{min-width:max-content}</style>',
    page: `<div id="page"><nav><a href="/a">Page</a></nav><article><h2 id="a">A</h2><p>${'A paragraph about keys. '.repeat(20)}</p><h2 id="b">B</h2><figure><div><pre>${'wide '.repeat(20)}</pre></div></figure></article><aside><ul><li><a href="#a">First</a></li><li><a href="#b">Second</a></li></ul></aside></div>`,
  },
}

/** What the page has under the sheet: words, and things to press. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const frame = document.querySelector('sidenote-widget')?.shadowRoot?.querySelector('.sn-frame')
    const edge = frame?.getBoundingClientRect().left ?? 0
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ALL)
    const found: string[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const isControl = node instanceof Element && node.matches('button, input, select, a')
      if (!isControl && !(node instanceof Text && node.data.trim())) continue
      const parent = node instanceof Element ? node : node.parentElement
      const range = document.createRange()
      range.selectNode(node)
      const box = node instanceof Element ? node.getBoundingClientRect() : range.getBoundingClientRect()
      if (parent?.closest('pre')) continue
      if (parent?.checkVisibility({ visibilityProperty: true }) && box.width > 0 && box.right > edge + 1)
        found.push(node.textContent?.trim().slice(0, 40) || node.nodeName)
    }
    return found
  })

test('the sheet covers nothing of the page, whatever its bars and lists are like', async ({ host, page }) => {
  for (const [name, parts] of Object.entries(bars)) {
    await page.unrouteAll({ behavior: 'wait' })
    await page.setViewportSize({ width: 1180, height: 800 })
    await host.visit({ launcher: 'button' }, parts)
    expect(await covered(page), `${name}, before the sheet is there`).not.toEqual([])
    await page.setViewportSize({ width: 1440, height: 800 })
    await host.launcher.click()
    await expect(host.composer).toBeFocused()
    for (const width of [1180, 1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(() => covered(page), `${name} at ${width} px`).toEqual([])
    }
    await host.panel.getByRole('button', { name: 'Close' }).click()
    await expect
      .poll(() => page.evaluate(() => document.querySelectorAll('body [style*=important], html[style*=margin]').length))
      .toBe(0)
  }
})

test('a reload with the sheet open moves nothing', async ({ host, page }) => {
  const shifts = (target: HostPage) =>
    target.launcher.page().evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => {
            resolve(list.getEntries().reduce((sum, entry) => sum + ('value' in entry ? Number(entry.value) : 0), 0))
          }).observe({ type: 'layout-shift', buffered: true })
          setTimeout(() => resolve(0), 500)
        }),
    )
  await page.setViewportSize({ width: 1280, height: 800 })
  await host.visit()
  await host.launcher.click()
  await expect(host.composer).toBeFocused()
  await page.reload()
  await expect(host.composer).toBeVisible()
  expect(await shifts(host)).toBeLessThan(0.01)
  await host.composer.click()
  await expect.poll(() => page.evaluate(() => document.documentElement.style.marginRight)).toBe('400px')
})
