import type { PlatformTables } from '@atrium/database'
import type { ServiceDefinition } from './service-definition.ts'
import { startService } from './start-service.ts'

/**
 * A service as a process of its own: starts it with the process's environment, stops it on SIGTERM or SIGINT,
 * and ends with code 1 and one line on standard error when it cannot start. The body of every `main.ts`.
 */
export async function runService<DB extends PlatformTables>(
  definition: ServiceDefinition<DB>,
): Promise<void> {
  try {
    const running = await startService(definition, { env: process.env })
    let stopping = false
    const stop = async (): Promise<void> => {
      if (stopping) return
      stopping = true
      await running.stop()
      process.exit(0)
    }
    process.on('SIGTERM', () => void stop())
    process.on('SIGINT', () => void stop())
    // A development supervisor that dies takes its services along: its end of the channel closes.
    process.on('disconnect', () => void stop())
    process.send?.({ ready: running.url })
  } catch (error) {
    process.stderr.write(`${definition.name}: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}
