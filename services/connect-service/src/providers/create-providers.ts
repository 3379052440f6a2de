import { isLive, type PlatformConfig } from '@atrium/config'
import type { ConnectNetwork } from '@atrium/contracts'
import type { NetworkClient } from '../network/call-network.ts'
import { createNotebook } from './notebook/notebook.ts'
import { createPagenet } from './pagenet/pagenet.ts'
import type { NoteUsage, Provider } from './provider.ts'

export type Providers = ReadonlyMap<ConnectNetwork, Provider>

/** The networks that are configured and have a finished provider; every other one is dormant. */
export function createProviders(
  config: PlatformConfig,
  client: NetworkClient,
  noteUsage: (network: ConnectNetwork) => NoteUsage,
  now: () => Date,
): Providers {
  const providers: Provider[] = []
  const { PAGENET_CLIENT_ID: clientId, PAGENET_CLIENT_SECRET: clientSecret } = config
  if (isLive(config, 'pagenet') && clientId && clientSecret) {
    const settings = {
      clientId,
      clientSecret,
      redirectUri: config.PAGENET_OAUTH_REDIRECT_URI,
      loginConfigId: config.PAGENET_LOGIN_CONFIG_ID || undefined,
      pageId: config.PAGENET_PAGE_ID || undefined,
      dialogUrl: config.PAGENET_DIALOG_URL,
      tokenUrl: config.PAGENET_TOKEN_URL,
      apiUrl: config.PAGENET_API_URL,
    }
    providers.push(createPagenet(settings, client, noteUsage('pagenet'), now))
  }
  // A token channel needs no app of the operator's, only a place where its token can be kept.
  if (config.SOCIAL_TOKEN_ENCRYPTION_KEY) {
    providers.push(createNotebook({ apiUrl: config.NOTEBOOK_API_URL }, client))
  }
  return new Map(providers.map((provider) => [provider.network, provider]))
}
