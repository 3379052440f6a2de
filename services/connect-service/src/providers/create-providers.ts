import { isLive, type PlatformConfig } from '@atrium/config'
import type { ConnectNetwork } from '@atrium/contracts'
import type { NetworkClient } from '../network/call-network.ts'
import { createForumnet } from './forumnet/forumnet.ts'
import { createMailbox } from './mailbox/mailbox.ts'
import { networkApp } from './network-app.ts'
import { createNotebook } from './notebook/notebook.ts'
import { createPagenet } from './pagenet/pagenet.ts'
import { createPhotonet } from './photonet/photonet.ts'
import { createPronet } from './pronet/pronet.ts'
import type { NoteUsage, Provider } from './provider.ts'
import { createShortpost } from './shortpost/shortpost.ts'
import { createVideonet } from './videonet/videonet.ts'

export type Providers = ReadonlyMap<ConnectNetwork, Provider>

/** The networks that are configured and have a finished provider; every other one is dormant. */
export function createProviders(
  config: PlatformConfig,
  client: NetworkClient,
  noteUsage: (network: ConnectNetwork) => NoteUsage,
  now: () => Date,
  publishMs?: number,
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
      manageComments: config.PAGENET_MANAGE_COMMENTS,
      publishMs,
      dialogUrl: config.PAGENET_DIALOG_URL,
      tokenUrl: config.PAGENET_TOKEN_URL,
      apiUrl: config.PAGENET_API_URL,
    }
    providers.push(createPagenet(settings, client, noteUsage('pagenet'), now))
  }
  if (isLive(config, 'forumnet') && config.FORUMNET_CLIENT_ID && config.FORUMNET_CLIENT_SECRET) {
    const settings = {
      clientId: config.FORUMNET_CLIENT_ID,
      clientSecret: config.FORUMNET_CLIENT_SECRET,
      redirectUri: config.FORUMNET_OAUTH_REDIRECT_URI,
      dialogUrl: config.FORUMNET_DIALOG_URL,
      tokenUrl: config.FORUMNET_TOKEN_URL,
      apiUrl: config.FORUMNET_API_URL,
      publishMs,
    }
    providers.push(createForumnet(settings, client, noteUsage('forumnet'), now))
  }
  if (isLive(config, 'mailbox') && config.SOCIAL_TOKEN_ENCRYPTION_KEY) {
    const settings = {
      clientId: config.MAILBOX_OAUTH_CLIENT_ID ?? '',
      clientSecret: config.MAILBOX_OAUTH_CLIENT_SECRET ?? '',
      // Its default is empty, and the provider takes none that is: the callback's own address then.
      redirectUri: config.MAILBOX_OAUTH_REDIRECT_URI || `${config.API_URL}/api/connect/mailbox/callback`,
      dialogUrl: config.MAILBOX_DIALOG_URL,
      tokenUrl: config.MAILBOX_TOKEN_URL,
      apiUrl: config.MAILBOX_API_URL,
    }
    providers.push(createMailbox(settings, client, now))
  }
  if (isLive(config, 'photonet') && config.PHOTONET_CLIENT_ID && config.PHOTONET_CLIENT_SECRET) {
    const settings = {
      clientId: config.PHOTONET_CLIENT_ID,
      clientSecret: config.PHOTONET_CLIENT_SECRET,
      redirectUri: config.PHOTONET_OAUTH_REDIRECT_URI,
      loginConfigId: config.PHOTONET_LOGIN_CONFIG_ID || undefined,
      dialogUrl: config.PHOTONET_DIALOG_URL,
      tokenUrl: config.PHOTONET_TOKEN_URL,
      apiUrl: config.PHOTONET_API_URL,
      publishMs,
    }
    providers.push(createPhotonet(settings, client, noteUsage('photonet'), now))
  }
  const shortpost = networkApp(config, 'shortpost')
  if (shortpost !== undefined) {
    providers.push(createShortpost({ ...shortpost, publishMs }, client, noteUsage('shortpost'), now))
  }
  const pronet = networkApp(config, 'pronet')
  if (pronet !== undefined) providers.push(createPronet({ ...pronet, publishMs }, client, now))
  if (isLive(config, 'videonet') && config.VIDEONET_CLIENT_ID && config.VIDEONET_CLIENT_SECRET) {
    const settings = {
      clientId: config.VIDEONET_CLIENT_ID,
      clientSecret: config.VIDEONET_CLIENT_SECRET,
      redirectUri: config.VIDEONET_OAUTH_REDIRECT_URI,
      dialogUrl: config.VIDEONET_DIALOG_URL,
      tokenUrl: config.VIDEONET_TOKEN_URL,
      apiUrl: config.VIDEONET_API_URL,
      publishMs,
    }
    providers.push(createVideonet(settings, client, now))
  }
  // A token channel needs no app of the operator's, only a place where its token can be kept.
  if (config.SOCIAL_TOKEN_ENCRYPTION_KEY) {
    providers.push(createNotebook({ apiUrl: config.NOTEBOOK_API_URL }, client))
  }
  return new Map(providers.map((provider) => [provider.network, provider]))
}
