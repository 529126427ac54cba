import type { Page } from '@playwright/test'

/** A page that makes life hard for whatever is put on it. Everything is a text, because the page’s own code runs it. */
export interface ForeignHost {
  readonly name: string
  /** Runs in the head, before the widget’s tag. */
  readonly script?: string
  /** Runs when the widget is there. */
  readonly later?: string
  readonly css?: string
  /** How much larger the page draws everything, the widget too. @default 1 */
  readonly scale?: number
  /** What stands in the body after the text. Well-formed, so that it may also be XHTML. */
  readonly body?: string
  /** What stands in the head before everything. */
  readonly head?: string
  readonly policy?: string
  readonly doctype?: '' | '<!DOCTYPE html>'
  readonly type?: 'application/xhtml+xml'
  /** How the text comes onto the page. @default it is parsed from the network */
  readonly way?: 'sandbox' | 'written'
  readonly sandbox?: string
  /** What the page does once the answer is there; the panel must outlive it. */
  readonly act?: (page: Page) => Promise<unknown>
  /** Nothing can be asked here. The widget then says so in this sentence, and nothing else happens. */
  readonly quiet?: RegExp
}

const strict = (more: string) =>
  `default-src 'none'; script-src 'nonce-n0nce' 'strict-dynamic'; connect-src SERVER; base-uri 'none'; form-action 'none'; ${more}`

/** Hosts by what they do to style and layout. */
const styles: ForeignHost[] = [
  { name: 'a root font size of 62.5 %', css: 'html{font-size:62.5%}' },
  { name: 'a root that is drawn larger', css: 'html{zoom:1.25}', scale: 1.25 },
  { name: 'elements that nobody has defined are hidden', css: ':not(:defined){display:none!important}' },
  { name: 'empty divisions are not shown', css: 'div:empty,p:empty,span:empty{display:none!important}' },
  {
    name: 'a reset of everything',
    css: '*,*::before,*::after{all:revert!important}html>:not(head,body){all:unset!important;display:none!important}',
  },
  {
    name: 'everything moves',
    css: '@keyframes turn{to{transform:rotate(1turn);opacity:0}}body,body *,html>:not(head){transition:all 3s!important;animation:turn 1s infinite!important}',
  },
  {
    name: 'the highest pile, and a body that is a world of its own',
    css: `body{transform:translateX(0);contain:layout paint;isolation:isolate;overflow:hidden}
      .top{position:fixed;z-index:2147483647;inset:0 0 auto;height:40px;background:#eee}`,
    body: '<div class="top">On top</div>',
  },
  { name: 'a root that is transformed', css: 'html{transform:translateZ(0);perspective:500px}body{min-height:3000px}' },
  {
    name: 'right to left, in capitals, and not to be selected',
    css: '*{text-transform:uppercase;user-select:none;letter-spacing:4px!important;pointer-events:auto}html{direction:rtl}',
  },
]

/** Hosts by what they do to the language and the browser’s own objects. */
const globals: ForeignHost[] = [
  {
    name: 'enumerable things on Object.prototype and Array.prototype',
    script: `Object.prototype.extend = function () { return this }
      Object.prototype.type = 'polluted'; Object.prototype.children = 'polluted'; Object.prototype.each = function () {}
      Array.prototype.each = function () {}; Array.prototype.remove = function () {}`,
  },
  {
    name: 'Prototype.js: its own JSON, bind, from, map',
    script: `for (const { prototype } of [Array, Object, String, Number])
        prototype.toJSON = function () { return 'of the page' }
      Function.prototype.bind = function (self, ...given) { const own = this; return function (...more) { return own.apply(self, [...given, ...more]) } }
      Array.from = (things) => { const made = []; for (let i = 0; i < (things ? things.length : 0); i++) made.push(things[i]); return made }
      Element.prototype.remove = function () { this.parentNode && this.parentNode.removeChild(this); return this }
      window.$ = (id) => document.getElementById(id); window.$$ = () => []`,
  },
  {
    name: 'JSON.stringify and fetch of the page’s own, once the widget is there',
    later: `const own = JSON.stringify; JSON.stringify = (value) => own(value)
      window.fetch = () => { throw new Error('No requests here.') }
      window.XMLHttpRequest = undefined; window.Request = undefined`,
  },
  {
    name: 'no structuredClone, randomUUID, AbortSignal.any, groupBy',
    script: `delete window.structuredClone; delete Crypto.prototype.randomUUID; delete AbortSignal.any; delete Object.groupBy`,
  },
  {
    name: 'no streams that decode or transform',
    script: 'delete window.TextDecoderStream; delete window.TransformStream',
    quiet: /isn’t available/,
  },
  {
    name: 'no fetch',
    script: 'delete window.fetch',
    quiet: /isn’t available/,
  },
  {
    name: 'frozen builtins',
    script: `for (const one of [Object, Array, Function, Promise, Error, Map, Set, String, RegExp, Date])
        { Object.freeze(one.prototype); Object.freeze(one) }`,
  },
  {
    name: 'React, AMD, CommonJS and process as globals',
    script: `window.React = { version: '0.14.0' }; window.ReactDOM = {}; window.preact = {}; window.process = { env: {} }
      window.define = () => { throw new Error('AMD was called.') }; window.define.amd = {}
      window.require = () => { throw new Error('require was called.') }
      window.module = { exports: {} }; window.exports = window.module.exports; window.global = window; window.z = 1`,
  },
  {
    name: 'jQuery in noConflict, and every event looked at',
    script: `window.jQuery = window.$ = () => {}; window.jQuery.noConflict = () => window.jQuery
      const add = EventTarget.prototype.addEventListener
      EventTarget.prototype.addEventListener = function (name, listener, options) { return add.call(this, name, listener, options) }
      for (const name of ['click', 'mousedown', 'focusin', 'paste', 'input']) document.addEventListener(name, (event) => { if (!event.target.tagName) throw new Error('No target.') }, true)`,
  },
  {
    name: 'promises and timers in zones',
    script: `const then = Promise.prototype.then
      Promise.prototype.then = function (...given) { return then.apply(this, given) }
      window.Promise = class Zoned extends Promise {}
      const later = window.setTimeout; window.setTimeout = (act, ms, ...given) => later(() => act(...given), ms)`,
  },
  {
    name: 'storage that throws',
    script: `for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
        Object.defineProperty(window, name, { get() { throw new DOMException('Denied.', 'SecurityError') } })
      Object.defineProperty(document, 'cookie', { get() { throw new DOMException('Denied.', 'SecurityError') } })`,
  },
  {
    name: 'names that stand in the way of the document’s own, and another base',
    head: '<base href="http://elsewhere.invalid/deep/"/>',
    body: '<form id="fetch" name="currentScript"><input name="parentNode"/></form><img name="activeElement" id="Sidenote" alt=""/>',
  },
]

/** Hosts by how the page is made, kept and changed. */
const pages: ForeignHost[] = [
  { name: 'quirks mode', doctype: '' },
  { name: 'XHTML', type: 'application/xhtml+xml' },
  { name: 'document.write', way: 'written' },
  { name: 'a sandboxed frame', way: 'sandbox', sandbox: 'allow-scripts allow-same-origin' },
  // Its requests come from no origin, and this site takes questions from its own alone.
  {
    name: 'a sandboxed frame that belongs to nobody',
    way: 'sandbox',
    sandbox: 'allow-scripts',
    quiet: /doesn’t accept questions from this address/,
  },
  {
    name: 'the strictest policy: nonce, strict-dynamic, no styles, no policies for Trusted Types',
    policy: strict(`style-src 'none'; img-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'`),
  },
  {
    name: 'a policy that lets in by the nonce alone',
    policy: `default-src 'none'; script-src 'nonce-n0nce'; connect-src SERVER; style-src 'nonce-n0nce'`,
  },
  {
    name: 'a list of hosts, styles of its own alone, and a Trusted Types policy that refuses everything',
    policy: `default-src 'none'; script-src 'self' SERVER; style-src 'self'; connect-src SERVER; require-trusted-types-for 'script'; trusted-types default`,
    script: `trustedTypes.createPolicy('default', { createHTML() { throw new Error('HTML') }, createScript() { throw new Error('Script') }, createScriptURL() { throw new Error('URL') } })`,
  },
  {
    name: 'Turbo: the body is another one',
    act: (page) =>
      page.evaluate(() => {
        const body = document.createElement('body')
        body.append(document.createElement('main'))
        document.body.replaceWith(body)
        history.pushState({}, '', 'next')
      }),
  },
  {
    name: 'pjax: the text is another one',
    act: (page) =>
      page.evaluate(() => {
        const main = document.querySelector('main')
        if (main) main.innerHTML = '<h1>Next</h1><p>Another text.</p>'
        history.pushState({ pjax: true }, '', 'next')
        dispatchEvent(new PopStateEvent('popstate', { state: {} }))
      }),
  },
  {
    name: 'View Transitions',
    css: '::view-transition-group(*){animation-duration:.05s}',
    act: (page) =>
      page.evaluate(
        () =>
          document.startViewTransition(() => {
            document.body.innerHTML = '<main><h1>Next</h1></main>'
          }).finished,
      ),
  },
  {
    name: 'a body that is written anew',
    act: (page) =>
      page.evaluate(() => {
        document.body.innerHTML = '<main><h1>Next</h1></main>'
        document.body.className = 'next'
      }),
  },
  {
    name: 'React 18: it cannot hydrate the document, and makes another root',
    act: (page) =>
      page.evaluate(() => {
        const root = document.createElement('html')
        root.append(document.createElement('head'), document.createElement('body'))
        root.lastElementChild?.append(document.createElement('main'))
        document.documentElement.remove()
        document.append(root)
      }),
  },
  {
    name: 'a root that is written anew',
    act: (page) =>
      page.evaluate(() => {
        document.documentElement.innerHTML = '<head><title>Next</title></head><body><main><h1>Next</h1></main></body>'
      }),
  },
]

/** Hosts that answer what changes with changes of their own. */
const restless: ForeignHost[] = [
  {
    name: 'changes of the body that are answered with changes of the root',
    script: `addEventListener('DOMContentLoaded', () => { let count = 0
      new MutationObserver(() => { document.documentElement.dataset.changes = ++count }).observe(document.body, { childList: true, subtree: true }) })`,
    later: `Sidenote.update({ accent: 'color-mix(in srgb, var(--none, #0a7d55), currentColor)' })`,
  },
  {
    name: 'a root that tells in each frame how far it is scrolled',
    later: `let frames = 0
      const tell = () => { document.documentElement.style.setProperty('--scrolled', ++frames); requestAnimationFrame(tell) }
      tell(); Sidenote.update({ accent: '#0a7d55' })`,
  },
]

/** Hosts that want keys and focus for themselves. */
const keys: ForeignHost[] = [
  {
    name: 'every letter is a hot-key, and is taken from whoever would write it',
    script: `for (const name of ['keydown', 'keypress', 'keyup']) document.addEventListener(name, (event) => { event.preventDefault(); event.stopPropagation() }, true)`,
  },
  {
    name: 'a focus trap',
    script: `document.addEventListener('focusin', (event) => { const trap = document.querySelector('#trap'); if (trap && !trap.contains(event.target)) trap.querySelector('button').focus() }, true)
      document.addEventListener('keydown', (event) => { if (event.key === 'Tab') event.preventDefault() })`,
    body: '<div id="trap"><button>Inside</button></div>',
  },
  {
    name: 'clicks and pointers end at the body',
    script: `addEventListener('DOMContentLoaded', () => { for (const name of ['click', 'pointerdown', 'pointerup', 'mousedown', 'wheel', 'touchstart']) document.addEventListener(name, (event) => event.stopPropagation()) })`,
  },
]

export const hosts: readonly ForeignHost[] = [...styles, ...globals, ...pages, ...restless, ...keys]
