import type * as contract from '@sidenote/contract'
import { expectTypeOf, test } from 'vitest'
import type { CheckedCitation, Choice, ContextItem, Filter, NearestPage } from './wire.ts'

test('the package’s types are the contract’s', () => {
  expectTypeOf<Filter>().toEqualTypeOf<contract.Filter>()
  expectTypeOf<ContextItem>().toEqualTypeOf<contract.ContextItem>()
  expectTypeOf<CheckedCitation>().toEqualTypeOf<contract.CheckedCitation>()
  expectTypeOf<Choice>().toEqualTypeOf<contract.Choice>()
  expectTypeOf<NearestPage>().toEqualTypeOf<contract.NearestPage>()
})
