import { parseArgs } from 'node:util'

export type StartArguments = {
  readonly fresh: boolean
  /** One process for each service, as in production. */
  readonly processes: boolean
  /** One process for each service, which starts again when its sources change, and the dashboard with hot reload. */
  readonly watch: boolean
  /** Starts stand-ins of the outside providers; without them unconfigured integrations stay dormant. */
  readonly sandbox: boolean
}

export const usage = `npm start -- [options] starts the platform on this machine.

  --fresh        remove the data of earlier runs
  --processes    one process for each service, as in production
  --watch        restart a changed service, reload the changed dashboard: npm run dev
  --no-sandbox   no stand-ins of the outside providers: integrations without variables stay dormant
  --help         print this

PORT, ATRIUM_HOME and every other variable (docs/configuration.md) come from the environment and from .env.`

/** Parses the arguments of `npm start -- …`; undefined for --help. Throws on an unknown argument. */
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
