import { useAddressState } from '../layout/address.ts'
import { type Days, lastDays } from './days.ts'

/** The days that the address names, the last 30 when it names none. */
export const useDays = (): readonly [Days, (days: Days) => void] => {
  const [{ from, to }, change] = useAddressState()
  const usual = lastDays(30)
  return [{ from: from ?? usual.from, to: to ?? usual.to }, (days) => change({ from: days.from, to: days.to })]
}
