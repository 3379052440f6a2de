import type { RunningServer } from '@atrium/dev-servers'

/** Kills a server without a chance to clean up. */
export async function killServer(server: RunningServer): Promise<void> {
  process.kill(server.pid, 'SIGKILL')
  await server.exited
}
