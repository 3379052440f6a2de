import { freePort, portInUse } from '@atrium/dev-servers'
import type { Environment } from './environment.ts'

/** The port a variable asks for; undefined when it is unset, empty or no port (which the configuration reports). */
export function wantedPort(environment: Environment, name: string): number | undefined {
  const text = environment[name]?.trim() ?? ''
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0
  return port >= 1 && port <= 65_535 ? port : undefined
}

/** The gateway's port: PORT before API_PORT before 3000. */
export function gatewayPort(environment: Environment): { readonly port: number; readonly variable: string } {
  const port = wantedPort(environment, 'PORT')
  if (port !== undefined) return { port, variable: 'PORT' }
  return { port: wantedPort(environment, 'API_PORT') ?? 3000, variable: 'API_PORT' }
}

/** Throws one line when something listens on the port; the variable is how to choose another. */
export async function requireFreePort(port: number, variable: string): Promise<void> {
  if (await portInUse(port)) {
    throw new Error(`port ${port} is taken: stop what listens there, or set ${variable} to another`)
  }
}

/** The ports of internal servers and services: the one a variable asks for, which must be free, or any free one. */
export async function choosePorts(
  environment: Environment,
  variables: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const chosen = new Map<string, number>()
  for (const variable of variables) {
    const wanted = wantedPort(environment, variable)
    if (wanted === undefined) continue
    await requireFreePort(wanted, variable)
    if ([...chosen.values()].includes(wanted))
      throw new Error(`port ${wanted} is asked for twice, by ${variable} too`)
    chosen.set(variable, wanted)
  }
  for (const variable of variables) {
    while (!chosen.has(variable)) {
      const port = await freePort()
      if (![...chosen.values()].includes(port)) chosen.set(variable, port)
    }
  }
  return chosen
}
