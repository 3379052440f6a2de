import { isLive } from '@atrium/config'
import type { ConnectNetwork } from '@atrium/contracts'
import { type ConnectValues, connectVariables } from '../variables.ts'
import type { CreateDeps, NetworkDefinition } from './define-provider.ts'
import { forumnet } from './forumnet/forumnet.ts'
import { mailbox } from './mailbox/mailbox.ts'
import { notebook } from './notebook/notebook.ts'
import { pagenet } from './pagenet/pagenet.ts'
import { photonet } from './photonet/photonet.ts'
import { pronet } from './pronet/pronet.ts'
import type { NoteUsage, Provider } from './provider.ts'
import { shortpost } from './shortpost/shortpost.ts'
import { videonet } from './videonet/videonet.ts'

/** The networks; a new one is added to this list alone. */
const definitions: readonly NetworkDefinition[] = [
  pagenet,
  photonet,
  shortpost,
  pronet,
  videonet,
  forumnet,
  mailbox,
  notebook,
]

export type Providers = ReadonlyMap<ConnectNetwork, Provider>

/** The networks that are configured; every other one is dormant. */
export const createProviders = (
  config: ConnectValues,
  deps: Omit<CreateDeps, 'noteUsage'>,
  noteUsage: (network: ConnectNetwork) => NoteUsage,
): Providers =>
  new Map(
    definitions
      .filter(
        ({ network }) =>
          config.SOCIAL_TOKEN_ENCRYPTION_KEY &&
          (network === 'notebook' || isLive(connectVariables, config, network)),
      )
      .map(({ network, create }) => [
        network,
        { network, ...create(config, { ...deps, noteUsage: noteUsage(network) }) },
      ]),
  )
