/** A command that was called wrongly or cannot do its work: its message is all that is shown. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}
