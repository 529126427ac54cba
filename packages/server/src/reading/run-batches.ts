import { OverrunError } from './pool.ts'

/** How documents are read that are too many to send each by itself. */
interface Batches<Item, Result> {
  /** In bytes. */
  readonly sizeOf: (item: Item) => Promise<number>
  /** Reads some, with their bytes together; a result for each, in their order. */
  readonly run: (items: readonly Item[], bytes: number) => Promise<readonly Result[]>
  /** The result of one that takes too long or too much memory; the reason is a sentence. */
  readonly giveUp: (reason: string) => Result
}

const most = { items: 32, bytes: 1_000_000 }

/**
 * Reads documents some at a time, the next ones while the last ones are used. Of some that take too long or too much memory
 * each is read by itself, so that only the one is given up that does.
 */
export async function* runBatches<Item, Result>(
  items: readonly Item[],
  batches: Batches<Item, Result>,
): AsyncGenerator<readonly [item: Item, result: Result]> {
  let next: Promise<readonly (readonly [Item, Result])[]> | undefined
  for await (const batch of divide(items, batches.sizeOf)) {
    const last = next
    next = runBatch(batch, batches)
    // Whoever waits for it hears of its failure.
    next.catch(() => {})
    if (last) yield* await last
  }
  if (next) yield* await next
}

interface Batch<Item> {
  items: Item[]
  bytes: number
}

async function* divide<Item>(
  items: readonly Item[],
  sizeOf: (item: Item) => Promise<number>,
): AsyncGenerator<Batch<Item>> {
  let batch: Batch<Item> = { items: [], bytes: 0 }
  for (const item of items) {
    const size = await sizeOf(item)
    const isFull = batch.items.length >= most.items || batch.bytes + size > most.bytes
    if (isFull && batch.items.length > 0) {
      yield batch
      batch = { items: [], bytes: 0 }
    }
    batch.items.push(item)
    batch.bytes += size
  }
  if (batch.items.length > 0) yield batch
}

async function runBatch<Item, Result>(
  { items, bytes }: Batch<Item>,
  batches: Batches<Item, Result>,
): Promise<(readonly [Item, Result])[]> {
  const { run, giveUp } = batches
  try {
    const results = (await run(items, bytes)).values()
    return items.flatMap((item) => {
      const result = results.next()
      return result.done ? [] : [[item, result.value] as const]
    })
  } catch (error) {
    if (!(error instanceof OverrunError)) throw error
    const [only, ...others] = items
    if (only !== undefined && others.length === 0) return [[only, giveUp(error.message)]]
  }
  const pairs: (readonly [Item, Result])[] = []
  for (const item of items) pairs.push(...(await runBatch({ items: [item], bytes }, batches)))
  return pairs
}
