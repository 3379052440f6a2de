import { isLive } from '@atrium/config'
import type { ConnectNetwork } from '@atrium/contracts'
import { type ConnectValues, connectVariables } from '../variables.ts'
import type { CreateDeps } from './define-provider.ts'
import { networks } from './networks.ts'
import type { NoteUsage, Provider } from './provider.ts'

export type Providers = ReadonlyMap<ConnectNetwork, Provider>

/** The networks that are configured; every other one is dormant. */
export const createProviders = (
  config: ConnectValues,
  deps: Omit<CreateDeps, 'noteUsage' | 'publishMs'> & { publishMs: number | undefined },
  noteUsage: (network: ConnectNetwork) => NoteUsage,
): Providers =>
  new Map(
    networks
      .filter(
        ({ network, integration }) => integration === undefined || isLive(connectVariables, config, network),
      )
      .filter(() => config.SOCIAL_TOKEN_ENCRYPTION_KEY)
      .map(({ network, create, publishMs = 0 }) => {
        const own = { ...deps, publishMs: deps.publishMs ?? publishMs, noteUsage: noteUsage(network) }
        return [network, { network, ...create(config, own) }]
      }),
  )
