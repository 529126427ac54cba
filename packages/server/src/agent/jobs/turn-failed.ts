/** The turn cannot be done, and trying again would not help. The sentence is for the people who asked. */
export class TurnFailed extends Error {
  override readonly name = 'TurnFailed'
}
