import { missingVariables } from '@atrium/config'
import type { ConnectNetwork } from '@atrium/contracts'
import type { ConnectValues } from '../variables.ts'
import type { CreateDeps } from './define-provider.ts'
import { networks } from './networks.ts'
import type { NoteUsage, Provider } from './provider.ts'

export type Providers = ReadonlyMap<ConnectNetwork, Provider>

const keyOfTokens = 'SOCIAL_TOKEN_ENCRYPTION_KEY'

/**
 * Returns the unset variables of each network. A network is configured if none is missing, else
 * dormant.
 */
export const missingOfNetworks = (config: ConnectValues): ReadonlyMap<ConnectNetwork, string[]> =>
  new Map(
    networks.map(({ network, integration }) => [
      network,
      missingVariables(
        { needs: [...new Set([...(integration?.needs ?? []), keyOfTokens])] },
        config,
      ),
    ]),
  )

export const createProviders = (
  config: ConnectValues,
  deps: Omit<CreateDeps, 'noteUsage' | 'publishMs'> & {
    publishMs: number | undefined
  },
  noteUsage: (network: ConnectNetwork) => NoteUsage,
): Providers => {
  const missing = missingOfNetworks(config)
  return new Map(
    networks
      .filter(({ network }) => missing.get(network)?.length === 0)
      .map(({ network, create, publishMs = 0 }) => {
        const providerDeps = {
          ...deps,
          publishMs: deps.publishMs ?? publishMs,
          noteUsage: noteUsage(network),
        }
        return [network, { network, ...create(config, providerDeps) }]
      }),
  )
}
