import { minifySync } from 'vite'
import { compileHint } from './compile-hint.ts'

/**
 * The loader's `importVerified` once more, for files that the panel imports from its own folder. All scripts of a page have the
 * same nonce. Each try after a failure has an address of its own, since some browsers remember failed imports. That goes for the
 * panel too: files that import it get the end of its address behind a `#`, or they would run it, and React, a second time.
 */
const helper = minifySync(
  'helper.js',
  `
  const panel__ = PANEL_TRY;
  const tries__ = {};
  const verified__ = async (file, integrity) => {
    const tries = "?".repeat((tries__[file] ??= 0));
    const href = new URL(file + tries + (panel__ && "#" + panel__), import.meta.url).href;
    const link = document.createElementNS("http://www.w3.org/1999/xhtml", "link");
    link.rel = "modulepreload";
    link.integrity = integrity;
    link.nonce = document.querySelector("script[nonce]")?.nonce ?? "";
    link.href = href;
    if (link.relList.supports("modulepreload"))
      await new Promise((done) => {
        link.onload = link.onerror = done;
        document.head.append(link);
      });
    link.remove();
    return import(href).catch((error) => {
      tries__[file]++;
      throw error;
    });
  };`,
  { module: true, compress: { unused: false }, mangle: { toplevel: false } },
).code

const dynamicImport = /\bimport\(\s*([`"'])\.\/([\w.-]+)\1\s*\)/g
const staticImport = /\bimport\s*\{([^}]*)\}\s*from\s*(["'])\.\/([\w.-]+)\2;?/g

/** Imports of a module as the pattern of a declaration: `a as b` becomes `a:b`. */
const patternOf = (names: string): string => names.replaceAll(/\s+as\s+/g, ':')

/** The script files of the panel's folder, by name. */
export interface ScriptFolder {
  /** Name of the panel's file. */
  readonly panel: string
  read(name: string): string
  write(name: string, code: string): void
  integrityOf(name: string): string
}

/**
 * Makes the panel, and the files that it imports later, verify what they import themselves. This runs when all files are written,
 * since file names contain a hash of their bytes, and each file contains the integrities of those that it imports.
 */
export function verifyImports({ panel, read, write, integrityOf }: ScriptFolder): void {
  const done = new Set<string>()
  const visit = (name: string): void => {
    if (done.has(name)) return
    done.add(name)
    const isPanel = name === panel
    let code = read(name).replace(staticImport, (whole, names: string, _quote, from: string) => {
      if (isPanel) throw new Error(`The panel is split: it has ${whole}`)
      const pattern = `const{${patternOf(names)}}=await `
      if (from === panel) return `${pattern}import("./${panel}"+panel__);`
      visit(from)
      return `${pattern}verified__("./${from}","${integrityOf(from)}");`
    })
    let hasImports = /panel__|verified__/.test(code)
    code = code.replace(dynamicImport, (_, _quote, file: string) => {
      hasImports = true
      visit(file)
      return `verified__("./${file}","${integrityOf(file)}")`
    })
    if (!hasImports) return
    const lastTry = isPanel ? 'import.meta.url.split(".js")[1]' : '(import.meta.url.split("#")[1]??"")'
    write(name, (isPanel ? compileHint : '') + helper.replace('PANEL_TRY', lastTry) + code)
  }
  visit(panel)
}
