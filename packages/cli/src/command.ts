/** The environment and the output of a command. */
export interface CommandIo {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Writes one line of the result. */
  write(line: string): void
  /** Writes one line about the work: progress, a warning, an error. */
  error(line: string): void
}

/** A wrong call or an unmet precondition: the command line prints the message alone and exits with 2. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}
