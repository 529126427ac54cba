/** In microseconds: what measuring itself may take. */
const noise = 1_000
const rounds = 3

const costOf = async (work: () => unknown): Promise<number> => {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    const startedAt = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(startedAt)
    least = Math.min(least, user + system)
  }
  return least + noise
}

/**
 * How many times as much processor time work takes for four times the size: 4 when it is linear, 16 when it takes the
 * square. The least of three rounds counts, since the engine compiles and collects as well.
 */
export const growthOf = async (size: number, work: (size: number) => unknown): Promise<number> => {
  await work(size)
  const once = await costOf(() => work(size))
  return (await costOf(() => work(4 * size))) / once
}

/** Less than the square takes, and more than chance makes of what is linear. */
export const mostGrowth = 10
