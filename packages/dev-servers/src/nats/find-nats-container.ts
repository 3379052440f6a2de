import { containerImages } from '../containers/container-images.ts'
import { runCommand } from '../run-command.ts'
import type { NatsContainer } from './nats-source.ts'

const pullTimeoutMs = 180_000

/**
 * Returns the NATS image and an engine that has it or can pull it. Throws the engine's last line if
 * the pull fails.
 */
export async function findNatsContainer(
  log: (line: string) => void,
  env: NodeJS.ProcessEnv = process.env,
): Promise<NatsContainer | undefined> {
  const image = containerImages.nats
  const docker = (args: string[], timeoutMs = 10_000) =>
    runCommand('docker', args, { timeoutMs, env })
  if (!(await docker(['info', '--format', '{{.ServerVersion}}'])).ok) return undefined
  if (!(await docker(['image', 'inspect', '--format', '{{.Id}}', image])).ok) {
    log(`no nats-server on this machine: pulling ${image}`)
    const pulled = await docker(['pull', '--quiet', image], pullTimeoutMs)
    if (!pulled.ok)
      throw new Error(`${image} cannot be pulled: ${pulled.output.split('\n').at(-1)}`)
  }
  return { kind: 'container', image }
}
