import { parseArgs } from 'node:util'

export type StartArguments = {
  /** Forget the data of earlier runs. */
  readonly fresh: boolean
  /** One process for each service, as production runs them. */
  readonly processes: boolean
  /** Stand-ins of the outside providers; without them every outside integration stays dormant. */
  readonly sandbox: boolean
}

/** What `npm start -- --help` prints. */
export const usage = `npm start -- [options] starts the platform on this machine.

  --fresh        forget the data of earlier runs
  --processes    one process for each service, as production runs them
  --no-sandbox   no stand-ins of the outside providers: integrations without variables stay dormant
  --help         print this

PORT, ATRIUM_HOME and every other variable (docs/configuration.md) are taken from the environment and from .env.`

/** The arguments of `npm start -- …`; undefined when only help is wanted. Throws on an unknown one. */
export function parseStartArguments(args: readonly string[]): StartArguments | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      fresh: { type: 'boolean', default: false },
      processes: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
      'no-sandbox': { type: 'boolean', default: false },
    },
  })
  if (values.help) return undefined
  return { fresh: values.fresh, processes: values.processes, sandbox: !values['no-sandbox'] }
}
