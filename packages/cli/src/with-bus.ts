import { commonErrors } from '@atrium/contracts'
import { type Bus, connectBus } from '@atrium/messaging'
import { pino } from 'pino'
import { CommandError, type CommandIo } from './command.ts'

/**
 * Runs a step with a NATS connection. Throws a CommandError if the address is missing, and an
 * AppError if NATS does not respond.
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
    throw commonErrors.unavailable({ message: 'NATS does not respond', cause })
  })
  try {
    return await step(bus)
  } finally {
    await bus.drain()
  }
}
