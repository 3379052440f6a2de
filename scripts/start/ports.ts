import { freePort, portInUse } from '@atrium/dev-servers'
import type { Environment } from './environment.ts'

/**
 * Returns a variable's port, or undefined if it is unset or empty. Throws one line if the port is
 * invalid. An invalid `PORT` is ignored, because many hosts set it to other values, and services
 * ignore it as well.
 */
export function wantedPort(environment: Environment, name: string): number | undefined {
  const text = environment[name]?.trim() ?? ''
  if (text === '') return undefined
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (port >= 1 && port <= 65_535) return port
  if (name === 'PORT') return undefined
  throw new Error(`${name} is not a port: expected a whole number from 1 to 65535`)
}

/** Returns the gateway's port from PORT, else API_PORT, else 3000. */
export function gatewayPort(environment: Environment): {
  readonly port: number
  readonly variable: string
} {
  const api = wantedPort(environment, 'API_PORT')
  const port = wantedPort(environment, 'PORT')
  if (port !== undefined) return { port, variable: 'PORT' }
  return { port: api ?? 3000, variable: 'API_PORT' }
}

/** Throws one line with the variable to change if a process listens on the port. */
export async function requireFreePort(port: number, variable: string): Promise<void> {
  if (await portInUse(port)) {
    throw new Error(`port ${port} is taken: stop what listens there, or set ${variable} to another`)
  }
}

/**
 * Returns the ports of internal servers and services. Each is its variable's port if that is free,
 * or any free port except the gateway's, which nobody listens on yet.
 */
export async function choosePorts(
  environment: Environment,
  variables: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const gateway = gatewayPort(environment)
  const chosen = new Map<string, number>()
  for (const variable of variables) {
    const wanted = wantedPort(environment, variable)
    if (wanted === undefined) continue
    await requireFreePort(wanted, variable)
    if (wanted === gateway.port)
      throw new Error(`port ${wanted} is asked for twice, by ${gateway.variable} too`)
    if ([...chosen.values()].includes(wanted))
      throw new Error(`port ${wanted} is asked for twice, by ${variable} too`)
    chosen.set(variable, wanted)
  }
  for (const variable of variables) {
    while (!chosen.has(variable)) {
      const port = await freePort()
      if (port !== gateway.port && ![...chosen.values()].includes(port)) chosen.set(variable, port)
    }
  }
  return chosen
}
