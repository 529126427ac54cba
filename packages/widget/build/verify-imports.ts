/**
 * `importVerified` of the loader once more, for files that are imported from beside the panel. All scripts of a page have
 * one nonce. A try after one in vain has an address of its own: some browsers remember that an import failed.
 */
const verified = `const tries__={};const verified__=async(file,integrity)=>{const href=new URL(file+"?".repeat(tries__[file]??=0),import.meta.url).href;const link=document.createElementNS("http://www.w3.org/1999/xhtml","link");link.rel="modulepreload";link.integrity=integrity;link.nonce=document.querySelector("script[nonce]")?.nonce??"";link.href=href;if(link.relList.supports("modulepreload"))await new Promise(done=>{link.onload=link.onerror=done;document.head.append(link)});link.remove();return import(href).catch((error)=>{tries__[file]++;throw error})};`

/**
 * Lets the panel's code check what it imports later. It can be done when all files are written: their names change with
 * their bytes, and the panel's own name with those names.
 */
export function verifyLater(code: string, integrityOf: (name: string) => string): string {
  return (
    verified +
    code.replace(/\bimport\(\s*([`"'])\.\/([\w.-]+)\1\s*\)/g, (_, _quote, name: string) => {
      return `verified__("./${name}","${integrityOf(name)}")`
    })
  )
}
