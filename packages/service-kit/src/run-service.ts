import { createRedactor, type SharedConfig, secretValues } from '@atrium/config'
import type { PlatformTables } from '@atrium/database'
import type { ServiceDefinition } from './service-definition.ts'
import { type RunningService, startService } from './start-service.ts'

/**
 * A service as a process of its own: starts it with the process's environment, stops it on SIGTERM or SIGINT
 * (a second one, or one while it starts, ends it at once), and ends with code 1 and one line on standard error
 * when it cannot start or breaks. The body of every `main.ts`.
 */
export async function runService<DB extends PlatformTables, Config extends SharedConfig>(
  definition: ServiceDefinition<DB, Config>,
): Promise<void> {
  const redact = createRedactor(secretValues(definition.variables.table, process.env))
  const fail = (thrown: unknown, detail: (error: Error) => string | undefined): never => {
    const words = thrown instanceof Error ? detail(thrown) : String(thrown)
    process.stderr.write(redact(`${definition.name}: ${words}\n`))
    process.exit(1)
  }
  process.on('uncaughtException', (error) => fail(error, ({ stack }) => stack))
  let running: RunningService | undefined
  let stopping = false
  const stop = async (): Promise<void> => {
    if (stopping) process.exit(1)
    stopping = true
    // While it starts nothing is in flight. As the first process of a container it would else not be stoppable yet.
    await running?.stop()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
  // A development supervisor that dies takes its services along: its end of the channel closes.
  process.on('disconnect', () => void stop())
  try {
    running = await startService(definition, { env: process.env })
    process.send?.({ ready: running.url })
  } catch (error) {
    fail(error, ({ message }) => message)
  }
}
