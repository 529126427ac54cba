import { minifySync } from 'vite'

/**
 * The loader's `importVerified` once more, for files that the panel imports from its own folder. All scripts of a page have the
 * same nonce. Each try after a failure has an address of its own, since some browsers remember failed imports.
 */
const helper = minifySync(
  'helper.js',
  `
  const tries__ = {};
  const verified__ = async (file, integrity) => {
    const href = new URL(file + "?".repeat((tries__[file] ??= 0)), import.meta.url).href;
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

/**
 * Makes the panel's code verify what it imports later. This runs when all files are written, since file names contain a hash of
 * their bytes, and the panel's own name depends on those names.
 */
export function verifyImports(code: string, integrityOf: (name: string) => string): string {
  return (
    helper +
    code.replace(/\bimport\(\s*([`"'])\.\/([\w.-]+)\1\s*\)/g, (_, _quote, name: string) => {
      return `verified__("./${name}","${integrityOf(name)}")`
    })
  )
}
