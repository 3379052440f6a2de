import { flushCompileCache } from 'node:module'
import { createRedactor, type SharedConfig, secretValues, type VariableTable } from '@atrium/config'
import type { PlatformTables } from '@atrium/database'
import type { ServiceDefinition } from './service-definition.ts'
import { type RunningService, startService } from './start-service.ts'

/**
 * Runs a service as a process. This is the body of every `main.ts`. Stops the service on SIGTERM or
 * SIGINT (at once on a second signal or during the start). Exits with code 1 and one line after a
 * failure.
 */
export const runService = <DB extends PlatformTables, Config extends SharedConfig>(
  definition: ServiceDefinition<DB, Config>,
): Promise<void> =>
  runProcess(definition.name, definition.variables.table, () =>
    startService(definition, { env: process.env }),
  )

/**
 * Runs the program started by `start`, with the signals and exit codes of `runService`. Redacts the
 * secrets in its `table` from the output.
 */
export async function runProcess(
  name: string,
  table: VariableTable,
  start: () => Promise<Pick<RunningService, 'url' | 'stop'>>,
): Promise<void> {
  const redact = createRedactor(secretValues(table, process.env))
  const fail = (thrown: unknown, detail: (error: Error) => string | undefined): never => {
    const words = thrown instanceof Error ? detail(thrown) : String(thrown)
    process.stderr.write(redact(`${name}: ${words}\n`))
    process.exit(1)
  }
  process.on('uncaughtException', (error) => fail(error, ({ stack }) => stack))
  let running: Pick<RunningService, 'url' | 'stop'> | undefined
  let stopping = false
  const stop = async (): Promise<void> => {
    if (stopping) process.exit(1)
    stopping = true
    // A start can be interrupted. This also holds for the first process of a container, which has
    // no default signal handlers.
    await running?.stop()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
  // The channel closes when the development supervisor exits, and its services exit with it.
  process.on('disconnect', () => void stop())
  try {
    running = await start()
    process.send?.({ ready: running.url })
    // With NODE_COMPILE_CACHE, even a killed process leaves its compiled sources to the next one.
    flushCompileCache()
  } catch (error) {
    fail(error, ({ message }) => message)
  }
}
