import type { Request } from 'express'
import type { SearchIndex } from '../../search/search-index.ts'
import { canonicalAddress, networkOf } from './address.ts'

/** The index for what a client asks: the searches of one address, or of one IPv6 network, wait for each other. */
export const indexFor = (index: SearchIndex, { ip }: Request): SearchIndex => ({
  ...index,
  asker: networkOf(ip) ?? canonicalAddress(ip),
})
