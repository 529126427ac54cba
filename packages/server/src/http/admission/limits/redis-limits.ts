import { createHash, randomUUID } from 'node:crypto'
import type { Redis } from '../../../database/redis.ts'
import { type Alike, decideTogether, groupAlike, inOrderAsked } from './decide-all.ts'
import { type Clock, type LimitDecision, type SliceCount, slicesPerWindow, type TakeAllFromLimits } from './decision.ts'

/**
 * Counts requests for all of their subjects, as many as there is room for. A key is a hash from slice to count. `ARGV` is the
 * time, empty for Redis’s own, how many requests, then requests and seconds of each key; the answer is the time, how many
 * are admitted, then what was used, the oldest slice and the slice that frees a key that is full now (-1: none).
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

/** A mark that is gone when Redis has lost what it knew; then another is set. */
export const readMark = async ({ client, prefix }: RedisStore): Promise<string> => {
  const key = `${prefix}limits`
  const known = await client.get(key)
  if (known !== null) return known
  const mark = randomUUID()
  await client.set(key, mark, { condition: 'NX' })
  return (await client.get(key)) ?? mark
}

/** Longer than any window; the next request that is counted sets it anew. */
const keptSeconds = 100_000

/** Adds what was counted elsewhere. */
export const addToRedis = async ({ client, prefix }: RedisStore, counts: readonly SliceCount[]): Promise<void> => {
  const commands = client.multi()
  for (const { name, subject, slice, count } of counts) {
    const key = keyOf(prefix, name, subject)
    commands.hIncrBy(key, String(slice), count).expire(key, keptSeconds)
  }
  await commands.exec()
}

const isUnknownScript = (error: unknown): boolean => error instanceof Error && error.message.startsWith('NOSCRIPT')

/** Limits that are counted in Redis; by its clock, if not by another. Rejects when Redis cannot be asked. */
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
  return async (asked) => {
    const groups = groupAlike(asked)
    const now = clock ? String(await clock()) : ''
    const decisions = groups.map(async (group) => {
      const keys = group.counted.map(({ limit, subject }) => keyOf(prefix, limit.name, subject))
      const bounds = group.counted.flatMap(({ limit }) => [String(limit.requests), String(limit.seconds)])
      return readAnswer(group, await run(keys, [now, String(group.positions.length), ...bounds]))
    })
    return inOrderAsked(groups, await Promise.all(decisions))
  }
}

const readAnswer = (group: Alike, answer: unknown): LimitDecision[] => {
  if (!Array.isArray(answer)) throw new Error('Redis did not say where the limits stand.')
  const [at = 0, admitted = 0, ...numbers] = answer.map(Number)
  const standings = group.counted.map((_, index) => {
    const [used = 0, oldest = 0, frees = -1] = numbers.slice(3 * index, 3 * index + 3)
    return { used, oldest, frees: frees < 0 ? undefined : frees }
  })
  return decideTogether(group, { admitted, standings, at })
}
