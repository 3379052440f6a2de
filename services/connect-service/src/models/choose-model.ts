import type { ModelFailure, ModelTask, SpendOrigin } from '@atrium/contracts'
import { modelFailure } from '../calls/failure.ts'
import type { ChannelOwner, ChannelRow } from '../channels/channel.ts'
import { channelToken } from '../channels/channel-token.ts'
import { findUsableChannel } from '../channels/find-usable-channel.ts'
import { findChannel, listOwnChannels } from '../channels/stored-channels.ts'
import type { Deps } from '../deps.ts'
import { NetworkError } from '../network/network-error.ts'
import type { ModelTarget } from './call-model.ts'
import { modelOfChannel } from './model-channel.ts'
import { pickModelName } from './model-settings.ts'

export type ChosenModel = ModelTarget &
  ({ via: 'channel'; channel: ChannelRow } | { via: 'managed' | 'platform'; channel?: undefined })

type Choice = { chosen: ChosenModel } | { failure: ModelFailure }

/** The tasks whose model the operator can set with a variable. */
const platformTasks: ReadonlySet<ModelTask> = new Set([
  'extract_urls',
  'analyze_content',
  'classify_item',
])

export interface Wanted {
  task: ModelTask
  channelId?: string | undefined
  origin: SpendOrigin
}

/**
 * True if the operator's own key may be used: the platform itself asks, in an internal workflow
 * that it started for a card.
 */
const ofPlatform = ({ task, origin }: Wanted): boolean =>
  platformTasks.has(task) && origin.workflowId?.startsWith('internal:') === true

/** Chooses the model for a user's call (docs/reference/models.md, "Choice"). */
export async function chooseModel(
  deps: Deps,
  person: ChannelOwner,
  wanted: Wanted,
): Promise<Choice> {
  const { task, channelId } = wanted
  if (channelId !== undefined) {
    const row = await namedChannel(deps, person, channelId)
    return row === undefined
      ? {
          failure: modelFailure(
            'no_model',
            'The AI account of this step is not connected. Choose another one.',
          ),
        }
      : toChannelChoice(deps, row, task)
  }
  const ownChannels = await listOwnChannels(deps.db, person, 'model')
  const active = ownChannels.filter(({ status }) => status === 'active')
  const only =
    ownChannels.length === 1 ? ownChannels[0] : active.length === 1 ? active[0] : undefined
  if (only !== undefined) return toChannelChoice(deps, only, task)
  const { managed, platform, baseUrls } = deps.models
  if (managed !== null) {
    return { chosen: { ...managed, baseUrl: baseUrls[managed.provider], via: 'managed' } }
  }
  if (platform !== null && ofPlatform(wanted)) {
    const { provider, apiKey } = platform
    const model = pickModelName(deps.models, provider, task)
    return { chosen: { provider, apiKey, model, baseUrl: baseUrls[provider], via: 'platform' } }
  }
  const message =
    ownChannels.length > 1
      ? `You have ${ownChannels.length} AI accounts. Choose one in the step.`
      : 'No language model is connected'
  return { failure: modelFailure('no_model', message) }
}

async function namedChannel(
  deps: Deps,
  { orgId, userId }: ChannelOwner,
  address: string,
): Promise<ChannelRow | undefined> {
  const usable = await findUsableChannel(deps, { orgId, userId, address })
  return usable?.network === 'model' ? findChannel(deps.db, orgId, usable.id) : undefined
}

async function toChannelChoice(deps: Deps, row: ChannelRow, task: ModelTask): Promise<Choice> {
  const provider = deps.providers.get('model')
  const { vault } = deps
  if (provider === undefined || vault === null) {
    return {
      failure: modelFailure('not_configured', 'AI accounts are not configured'),
    }
  }
  if (row.status === 'invalidated') {
    const reason = row.invalid_reason ?? 'its key has expired'
    return { failure: modelFailure('key_refused', `Connect ${row.name} again: ${reason}`) }
  }
  const of = modelOfChannel(row)
  try {
    const { channel, accessToken } = await channelToken(deps, { provider, vault }, row)
    return {
      chosen: {
        provider: of.provider,
        apiKey: accessToken,
        baseUrl: deps.models.baseUrls[of.provider],
        model: of.model ?? pickModelName(deps.models, of.provider, task),
        via: 'channel',
        channel,
      },
    }
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    return { failure: modelFailure('key_refused', `Connect ${row.name} again: ${error.message}`) }
  }
}
