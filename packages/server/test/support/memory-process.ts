/** Imported by a server that a test starts: at SIGUSR2 it tells what memory it needs, without what is garbage already. */
process.on('SIGUSR2', () => {
  for (let count = 0; count < 3; count++) globalThis.gc?.()
  const { rss, heapUsed, external } = process.memoryUsage()
  process.stdout.write(`memory ${JSON.stringify({ rss, heapUsed, external })}\n`)
})
