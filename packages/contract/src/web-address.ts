import { z } from 'zod'

/** A web origin such as `https://docs.example.com`, without a path; at most 300 characters. */
export const originSchema = z
  .url({ protocol: /^https?$/ })
  .max(300)
  .regex(/^https?:\/\/[^/\s?#@]+$/, 'must be an origin such as https://docs.example.com, without a path')
  .refine((origin) => !origin.includes('*'), 'has a wildcard, which no origin equals: name each origin by itself')
  .refine(
    (origin) => origin === origin.toLowerCase() && !/^https:.*:443$|^http:.*:80$/.test(origin),
    'must be written as browsers send it, in small letters and without the usual port: https://docs.example.com',
  )

/** An http or https address. Callers add a length and, where it matters, a stricter pattern. */
export const webUrl = z.url({ protocol: /^https?$/, abort: true })

/** An http or https address that is shown and logged, so it must not hold a password; at most 2,000 characters. */
export const publicUrl = webUrl
  .max(2_000)
  .regex(
    /^\w+:\/\/[^/?#@\\]+(?:[/?#]|$)/,
    'must be an address such as https://docs.example.com, without a user or a password',
  )

/** Up to 20 host names or IP addresses, each with or without a port, that a source may read even if they aren't public. */
export const allowedHosts = z
  .array(
    z
      .string()
      .regex(/^[\w.-]+(?::\d{1,5})?$|^\[[0-9a-fA-F:.]+\](?::\d{1,5})?$/, 'must be a host such as docs.internal:8080'),
  )
  .max(20)
  .optional()
  .describe('Hosts that may be read even though they are not public, with or without a port.')
