import { createHash, randomUUID } from 'node:crypto'
import type { Redis } from '../../../database/redis.ts'
import { decideGroup, groupRequests, inBatchOrder, type RequestGroup } from './decide-batch.ts'
import { type Clock, type LimitDecision, type SliceCount, slicesPerWindow, type TakeAllFromLimits } from './decision.ts'

/**
 * Counts a group of requests for all its subjects, as many as there is room for. Each key is a hash from slice to count.
 * `ARGV`: the time (empty for Redis’s own), the number of requests, then the limit’s requests and seconds for each key. The
 * answer: the time, the number admitted, then for each key what was used before, its oldest slice, and the slice that makes
 * room when it is full (-1: it isn’t).
 */
const script = `
local now_text = ARGV[1]
if now_text == '' then
  local time = redis.call('TIME')
  now_text = time[1] .. '.' .. string.format('%06d', time[2])
end
local now = tonumber(now_text)
local slices_per_window = ${slicesPerWindow}
local admitted = tonumber(ARGV[2])
local current, used, oldest, slices = {}, {}, {}, {}
for index, key in ipairs(KEYS) do
  local requests, seconds = tonumber(ARGV[2 * index + 1]), tonumber(ARGV[2 * index + 2])
  local slice = math.floor(now / (seconds / slices_per_window))
  current[index] = slice
  local entries = redis.call('HGETALL', key)
  local sum, found = 0, {}
  for at = 1, #entries, 2 do
    local number, count = tonumber(entries[at]), tonumber(entries[at + 1])
    if math.abs(number - slice) > slices_per_window then
      redis.call('HDEL', key, entries[at])
    else
      sum = sum + count
      found[#found + 1] = { number, count }
    end
  end
  table.sort(found, function(one, other) return one[1] < other[1] end)
  used[index], slices[index], oldest[index] = sum, found, found[1] and found[1][1] or slice
  admitted = math.max(0, math.min(admitted, requests - sum))
end
local answer = { now_text, admitted }
for index, key in ipairs(KEYS) do
  local requests, seconds = tonumber(ARGV[2 * index + 1]), tonumber(ARGV[2 * index + 2])
  local left = used[index] + admitted
  local frees = -1
  if left >= requests then
    frees = current[index]
    for _, entry in ipairs(slices[index]) do
      left = left - entry[2]
      if left < requests then
        frees = entry[1]
        break
      end
    end
  end
  if admitted > 0 then
    redis.call('HINCRBY', key, string.format('%.0f', current[index]), admitted)
    redis.call('EXPIRE', key, math.ceil(seconds * (slices_per_window + 1) / slices_per_window))
  end
  answer[#answer + 1] = used[index]
  answer[#answer + 1] = oldest[index]
  answer[#answer + 1] = frees
end
return answer`

const digest = createHash('sha1').update(script).digest('hex')

type RedisStore = Pick<Redis, 'client' | 'prefix'>

const keyOf = (prefix: string, name: string, subject: string): string => `${prefix}limit:${name}/${subject}`

/** A random mark. When Redis has lost its data, the mark is gone too, and another one is set. */
export const readMark = async ({ client, prefix }: RedisStore): Promise<string> => {
  const key = `${prefix}limits`
  const stored = await client.get(key)
  if (stored !== null) return stored
  const mark = randomUUID()
  await client.set(key, mark, { condition: 'NX' })
  return (await client.get(key)) ?? mark
}

/** Longer than any window; the next counted request sets it again. */
const expirySeconds = 100_000

/** Adds what was counted elsewhere. */
export const addToRedis = async ({ client, prefix }: RedisStore, counts: readonly SliceCount[]): Promise<void> => {
  const commands = client.multi()
  for (const { name, subject, slice, count } of counts) {
    const key = keyOf(prefix, name, subject)
    commands.hIncrBy(key, String(slice), count).expire(key, expirySeconds)
  }
  await commands.exec()
}

const isUnknownScript = (error: unknown): boolean => error instanceof Error && error.message.startsWith('NOSCRIPT')

/** Creates limits that are counted in Redis, by its clock unless another is given. They reject when Redis is away. */
export const createRedisLimits = ({ client, prefix }: RedisStore, clock?: Clock): TakeAllFromLimits => {
  const run = async (keys: string[], parameters: string[]): Promise<unknown> => {
    const options = { keys, arguments: parameters }
    try {
      return await client.evalSha(digest, options)
    } catch (error) {
      // Redis forgets scripts when it starts again.
      if (!isUnknownScript(error)) throw error
      return client.eval(script, options)
    }
  }
  return async (batch) => {
    const groups = groupRequests(batch)
    const now = clock ? String(await clock()) : ''
    const decisions = groups.map(async (group) => {
      const keys = group.counted.map(({ limit, subject }) => keyOf(prefix, limit.name, subject))
      const limits = group.counted.flatMap(({ limit }) => [String(limit.requests), String(limit.seconds)])
      return readAnswer(group, await run(keys, [now, String(group.positions.length), ...limits]))
    })
    return inBatchOrder(groups, await Promise.all(decisions))
  }
}

const readAnswer = (group: RequestGroup, answer: unknown): LimitDecision[] => {
  if (!Array.isArray(answer)) throw new Error('Redis did not say where the limits stand.')
  const [at = 0, admitted = 0, ...numbers] = answer.map(Number)
  const standings = group.counted.map((_, index) => {
    const [used = 0, oldest = 0, frees = -1] = numbers.slice(3 * index, 3 * index + 3)
    return { used, oldest, frees: frees < 0 ? undefined : frees }
  })
  return decideGroup(group, { admitted, standings, at })
}
