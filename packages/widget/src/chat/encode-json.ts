/**
 * `JSON.stringify` for pages that change how values become JSON: Prototype.js gives arrays a `toJSON` that turns them into
 * strings. It's removed meanwhile. No code of the page runs in between, so the page never notices.
 */
export function encodeJson(value: unknown): string {
  const methods = [Array, Object, String, Number, Boolean].flatMap(({ prototype }) => {
    const descriptor = Object.getOwnPropertyDescriptor(prototype, 'toJSON')
    return descriptor?.configurable ? [{ prototype, descriptor }] : []
  })
  for (const { prototype } of methods) Reflect.deleteProperty(prototype, 'toJSON')
  try {
    return JSON.stringify(value)
  } finally {
    for (const { prototype, descriptor } of methods) Object.defineProperty(prototype, 'toJSON', descriptor)
  }
}
