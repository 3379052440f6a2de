import type { Hono } from 'hono'
import type { SandboxEnv } from '../payments/mount-api.ts'
import { forum, launches, repos } from './boards/mount-boards.ts'
import { forumnet } from './forumnet/mount-forumnet.ts'
import { imap } from './imap/mount-imap.ts'
import { mailbox } from './mailbox/mount-mailbox.ts'
import { model } from './model/mount-model.ts'
import { type AppClient, type NetworkEndpoints, sandboxClient } from './network-endpoints.ts'
import { notebook } from './notebook/mount-notebook.ts'
import { pagenet } from './pagenet/mount-pagenet.ts'
import { photonet } from './photonet/mount-photonet.ts'
import { pronet } from './pronet/mount-pronet.ts'
import { shortpost } from './shortpost/mount-shortpost.ts'
import { speech } from './speech/mount-speech.ts'
import { videonet } from './videonet/mount-videonet.ts'
import { web } from './web/mount-web.ts'

/** The networks with a stand-in. To add one, extend only this list. */
const standIns = {
  pagenet,
  photonet,
  videonet,
  shortpost,
  pronet,
  forumnet,
  mailbox,
  imap,
  notebook,
  web,
  model,
  speech,
  forum,
  repos,
  launches,
}

/** The addresses for each network's variables. `npm start` and the tests use them. */
export const networkEndpoints: readonly NetworkEndpoints[] = Object.values(standIns).map(
  ({ endpoints }) => endpoints,
)

/** The operator's app at each network. Defaults to `sandbox-app` with `sandbox-app-secret`. */
export type NetworkOptions = Readonly<Partial<Record<keyof typeof standIns, Partial<AppClient>>>>

export type Networks = { [N in keyof typeof standIns]: ReturnType<(typeof standIns)[N]['mount']> }

/** Mounts every network below `/<network>`. */
export const createNetworks = (app: Hono<SandboxEnv>, options: NetworkOptions = {}): Networks =>
  Object.fromEntries(
    Object.entries(standIns).map(([name, { mount }]) => [
      name,
      mount(app, { ...sandboxClient, ...options[name as keyof typeof standIns] }),
    ]),
  ) as Networks
