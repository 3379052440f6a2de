import { parseArgs } from 'node:util'

export type StartArguments = {
  readonly fresh: boolean
  /** One process per service, as in production. */
  readonly processes: boolean
  /**
   * True if each service runs as one process that restarts when its sources change, and the
   * dashboard has hot reload.
   */
  readonly watch: boolean
  /**
   * Starts stand-ins for the outside providers. Without them unconfigured integrations stay
   * dormant.
   */
  readonly sandbox: boolean
}

export const usage = `npm start -- [options] starts the platform on this machine.

  --fresh        remove the data of earlier runs
  --processes    one process for each service, as in production
  --watch        restart a changed service, reload the changed dashboard: npm run dev
  --no-sandbox   no stand-ins of the outside providers: integrations without variables stay dormant
  --help         print this

PORT, ATRIUM_HOME and every other variable (docs/configuration.md) come from the environment and from .env.`

/**
 * Parses the arguments of `npm start -- …`. Returns undefined for --help. Throws if an argument is
 * unknown.
 */
export function parseStartArguments(args: readonly string[]): StartArguments | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      fresh: { type: 'boolean', default: false },
      processes: { type: 'boolean', default: false },
      watch: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
      'no-sandbox': { type: 'boolean', default: false },
    },
  })
  if (values.help) return undefined
  const { fresh, processes, watch } = values
  return { fresh, processes, watch, sandbox: !values['no-sandbox'] }
}
