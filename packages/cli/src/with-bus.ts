import { commonErrors } from '@atrium/contracts'
import { type Bus, connectBus, isRefusal } from '@atrium/messaging'
import { AuthorizationError } from '@nats-io/nats-core'
import { pino } from 'pino'
import { CommandError, type CommandIo } from './command.ts'

/**
 * Runs a step with a NATS connection. Throws a CommandError if the address is missing, and an
 * AppError if NATS does not respond or refuses the user of the address.
 */
export async function withBus<T>(
  env: CommandIo['env'],
  step: (bus: Bus) => Promise<T>,
): Promise<T> {
  const url = env['NATS_URL']
  if (!url) throw new CommandError('NATS_URL is not set')
  const bus = await connectBus({
    url,
    service: 'cli',
    namespace: env['NATS_NAMESPACE'] || undefined,
    logger: pino({ level: 'silent' }),
  }).catch((cause: unknown) => {
    if (cause instanceof AuthorizationError)
      throw refused('NATS refuses the user and password in NATS_URL.', cause)
    throw commonErrors.unavailable({ message: 'NATS does not respond', cause })
  })
  try {
    return await step(bus)
  } catch (cause) {
    if (!isRefusal(cause)) throw cause
    const user = URL.canParse(url) ? new URL(url).username : ''
    throw refused(
      `NATS does not let the user ${user || 'in NATS_URL'} do this (${cause.message}).`,
      cause,
    )
  } finally {
    await bus.drain()
  }
}

const refused = (what: string, cause: Error) =>
  commonErrors.internal({ message: `${what} Set NATS_URL to the operator's address.`, cause })
