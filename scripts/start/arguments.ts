import { parseArgs } from 'node:util'

export type StartArguments = {
  /** Forget the data of earlier runs. */
  readonly fresh: boolean
  /** One process for each service, as production runs them. */
  readonly processes: boolean
  /** Stand-ins of the outside providers; without them every outside integration stays dormant. */
  readonly sandbox: boolean
}

/** The arguments of `npm start -- …`. Throws on an unknown one. */
export function parseStartArguments(args: readonly string[]): StartArguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      fresh: { type: 'boolean', default: false },
      processes: { type: 'boolean', default: false },
      'no-sandbox': { type: 'boolean', default: false },
    },
  })
  return { fresh: values.fresh, processes: values.processes, sandbox: !values['no-sandbox'] }
}
