import { CommandError } from '../command.ts'

export interface DeadLetterFlags {
  service?: string | undefined
  show?: string | undefined
  id?: string | undefined
  all?: boolean | undefined
  stale?: boolean | undefined
}

/** The service that `--service` names; ids are counted in each service by itself. Throws a CommandError. */
export function requireService({ service }: DeadLetterFlags): string {
  if (!service) throw new CommandError('--service is missing')
  return service
}

/** A dead letter's id, as `list` prints it. Throws a CommandError that names the flag. */
export function requireId(flag: 'id' | 'show', text: string): string {
  if (!/^[1-9]\d{0,17}$/.test(text)) throw new CommandError(`--${flag} takes a number that list has printed`)
  return text
}
