import type { Deployable } from '../services.ts'
import type { Environment } from './environment.ts'
import type { Log } from './log.ts'
import type { UndoStack } from './undo-stack.ts'

/** Starts all services inside this process, one after the other. Throws one line that names the failed service. */
export async function startInProcess(
  services: readonly Deployable[],
  context: {
    readonly environmentOf: (service: string) => Environment
    readonly log: Log
    readonly undo: UndoStack
  },
): Promise<void> {
  const { environmentOf, log, undo } = context
  for (const { name, start } of services) {
    try {
      const running = await start({ env: environmentOf(name), destination: log.services })
      undo.add(name, () => running.stop())
    } catch (cause) {
      throw new Error(`${name}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    }
  }
}
