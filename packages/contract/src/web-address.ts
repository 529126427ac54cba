import { z } from 'zod'

/**
 * A web origin such as `https://docs.example.com`, without a path; at most 300 characters. `*` may stand for the first label, as
 * in `https://*.preview.example.com`: that is each host with one label in its place.
 */
export const originSchema = z
  .url({
    protocol: /^https?$/,
    error: ({ input }) => (isOfApp(input) ? ofApp : 'must be an origin such as https://docs.example.com'),
    abort: true,
  })
  .max(300)
  .regex(/^https?:\/\/[^/\s?#@]+$/, 'must be an origin such as https://docs.example.com, without a path')
  .refine(
    (origin) => !origin.includes('*') || /^https?:\/\/\*(?:\.[^.*:]+){2,}(?::\d+)?$/.test(origin),
    'has a wildcard that is not read: it may stand for the first label only, as in https://*.preview.example.com',
  )
  .refine(
    (origin) => host.test(origin),
    'has a host that no page can have; each origin stands for itself, without signs around it',
  )

/** Labels with something in them, as in every browser, or an address of IPv6. */
const host = /\/\/(?:\[[^\]]+\]|[^\s,;'"()<>|.:[\]]+(?:\.[^\s,;'"()<>|.:[\]]+)*)(?::\d+)?$/

/** `capacitor://localhost`, `chrome-extension://…`. */
const isOfApp = (input: unknown): boolean =>
  typeof input === 'string' && /^(?!https?:|wss?:|file:|ftp:)[a-z][\w+.-]*:\/\//i.test(input)
const ofApp =
  'must begin with https:// or http://: pages of an app that has a scheme of its own cannot be listed, and need a site that lists no origins'

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
