/** The turn failed, and another try wouldn't help. The sentence is for the people who gave the instruction. */
export class TurnFailed extends Error {
  override readonly name = 'TurnFailed'
}
