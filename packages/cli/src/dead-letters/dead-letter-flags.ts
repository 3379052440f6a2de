import { CommandError, type Flags } from '../command.ts'

export type DeadLetterFlags = Flags<'service' | 'show' | 'id', 'all' | 'stale'>

/**
 * Returns the service of `--service`, because each service numbers its dead letters separately.
 * Throws a CommandError if it is missing.
 */
export function requireService({ service }: DeadLetterFlags): string {
  if (!service) throw new CommandError('--service is missing')
  return service
}

/** Checks a dead letter id. Throws a CommandError that names the flag. */
export function requireId(flag: 'id' | 'show', text: string): string {
  if (!/^[1-9]\d{0,17}$/.test(text))
    throw new CommandError(`--${flag} must be the number of a dead letter`)
  return text
}
