import { CommandError } from '../command.ts'

export interface DeadLetterFlags {
  service?: string | undefined
  show?: string | undefined
  id?: string | undefined
  all?: boolean | undefined
  stale?: boolean | undefined
}

/** The service of `--service`; each service numbers its dead letters by itself. Throws a CommandError. */
export function requireService({ service }: DeadLetterFlags): string {
  if (!service) throw new CommandError('--service is missing')
  return service
}

/** Checks the id of a dead letter. Throws a CommandError that names the flag. */
export function requireId(flag: 'id' | 'show', text: string): string {
  if (!/^[1-9]\d{0,17}$/.test(text)) throw new CommandError(`--${flag} takes a number from the list`)
  return text
}
