/** An address without the slashes at its end, however many there are. */
export const withoutTrailingSlashes = (address: string): string => {
  let end = address.length
  while (end > 0 && address[end - 1] === '/') end -= 1
  return address.slice(0, end)
}
