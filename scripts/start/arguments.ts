import { parseArgs } from 'node:util'

export type StartArguments = {
  /** Forget the data of earlier runs. */
  readonly fresh: boolean
  /** One process for each service, as production runs them. */
  readonly processes: boolean
}

/** The arguments of `npm start -- …`. Throws on an unknown one. */
export function parseStartArguments(args: readonly string[]): StartArguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      fresh: { type: 'boolean', default: false },
      processes: { type: 'boolean', default: false },
      // Outside integrations are dormant unless they are configured; there is no sandbox to leave out yet.
      'no-sandbox': { type: 'boolean', default: false },
    },
  })
  return { fresh: values.fresh, processes: values.processes }
}
