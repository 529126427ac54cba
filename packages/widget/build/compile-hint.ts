/**
 * Asks Chromium to compile a whole file in the background while it loads. Otherwise it compiles most functions one by one when they
 * are first called, while the page or the reader waits. It must be the file's first line.
 */
export const compileHint = '//# allFunctionsCalledOnLoad\n'
