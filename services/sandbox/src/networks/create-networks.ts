import type { Hono } from 'hono'
import type { SandboxEnv } from '../payments/mount-api.ts'
import { mountForumnet } from './forumnet/mount-forumnet.ts'
import { mountMailbox } from './mailbox/mount-mailbox.ts'
import { mountNotebook } from './notebook/mount-notebook.ts'
import { mountPhotonet } from './photonet/mount-photonet.ts'
import { mountPronet } from './pronet/mount-pronet.ts'
import { mountShortpost } from './shortpost/mount-shortpost.ts'
import { mountVideonet } from './videonet/mount-videonet.ts'

/** The operator's app at a network; `sandbox-app` with `sandbox-app-secret` when not said. */
export interface NetworkApp {
  clientId?: string
  clientSecret?: string
}

const app = ({ clientId = 'sandbox-app', clientSecret = 'sandbox-app-secret' }: NetworkApp = {}) => ({
  clientId,
  clientSecret,
})

/** Mounts every network that has the sandbox's own authorization server, each below `/<network>`. */
export const createNetworks = (hono: Hono<SandboxEnv>, options: NetworkOptions = {}) => ({
  photonet: mountPhotonet(hono, app(options.photonet)),
  videonet: mountVideonet(hono, app(options.videonet)),
  shortpost: mountShortpost(hono, app(options.shortpost)),
  pronet: mountPronet(hono, app(options.pronet)),
  forumnet: mountForumnet(hono, app(options.forumnet)),
  mailbox: mountMailbox(hono, app(options.mailbox)),
  notebook: mountNotebook(hono),
})

export type Networks = ReturnType<typeof createNetworks>
export type NetworkOptions = Readonly<
  Partial<Record<'photonet' | 'videonet' | 'shortpost' | 'pronet' | 'forumnet' | 'mailbox', NetworkApp>>
>
