import { parentPort, workerData } from 'node:worker_threads'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { writeOpenApi } from '@sidenote/contract'

// Writes the OpenAPI document once and packs it: a second of work, which would hold up every request of the main thread.

const plain = Buffer.from(JSON.stringify(writeOpenApi(String(workerData))))
parentPort?.postMessage({ plain, packed: { br: brotliCompressSync(plain), gzip: gzipSync(plain) } })
