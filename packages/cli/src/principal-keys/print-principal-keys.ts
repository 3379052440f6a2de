import { messagingServices } from '@atrium/contracts'
import { principalKey } from '@atrium/http'
import { CommandError, type CommandIo, type Flags } from '../command.ts'

const services = messagingServices.filter((service) => service !== 'gateway')

/**
 * `atrium principal-keys`: prints the keys of all services under the names in `infra/compose.yaml`,
 * or one key as `PRINCIPAL_KEY`.
 */
export async function principalKeysCommand(
  { service }: Flags<'service'>,
  io: CommandIo,
): Promise<boolean> {
  const secret = io.env['AUTH_SESSION_SECRET']?.trim() ? io.env['AUTH_SESSION_SECRET'] : undefined
  if (secret === undefined) throw new CommandError('AUTH_SESSION_SECRET is not set')
  const derivePublicForm = (name: string) =>
    Buffer.from(principalKey(secret, name)).toString('base64url')
  if (service === undefined) {
    for (const name of services)
      io.write(`PRINCIPAL_KEY_${name.toUpperCase()}=${derivePublicForm(name)}`)
  } else if (services.some((name) => name === service))
    io.write(`PRINCIPAL_KEY=${derivePublicForm(service)}`)
  else throw new CommandError(`There is no service ${service}; there are ${services.join(', ')}`)
  return true
}
