/**
 * `JSON.stringify` on pages that have changed how things become JSON: Prototype.js gives arrays a `toJSON` that makes
 * strings of them. Nothing of the page runs meanwhile, so it never notices.
 */
export function encodeJson(value: unknown): string {
  const taken = [Array, Object, String, Number, Boolean].flatMap(({ prototype }) => {
    const descriptor = Object.getOwnPropertyDescriptor(prototype, 'toJSON')
    return descriptor?.configurable ? [{ prototype, descriptor }] : []
  })
  for (const { prototype } of taken) Reflect.deleteProperty(prototype, 'toJSON')
  try {
    return JSON.stringify(value)
  } finally {
    for (const { prototype, descriptor } of taken) Object.defineProperty(prototype, 'toJSON', descriptor)
  }
}
