import { creditsPerEuro, type ModelStatus, type ModelStatusOutput } from '@atrium/contracts'
import type { z } from 'zod'
import { hasActiveChannel } from '../channels/stored-channels.ts'
import type { Deps } from '../deps.ts'
import { chooseModel } from './choose-model.ts'
import { dearPrice, findPrice } from './price-table.ts'

/** Returns the operator's model settings, and the model for this user's calls. */
export async function modelStatus(
  deps: Deps,
  { person, orgId, task, choice, origin }: z.output<typeof ModelStatus.input>,
): Promise<ModelStatusOutput> {
  const { platform, managed, prices } = deps.models
  const operator = {
    platform: platform?.provider ?? 'none',
    managed: managed !== null,
    speech: deps.speech.apiKey !== undefined,
    channels: await hasActiveChannel(deps.db, 'model', orgId),
  } as const
  if (person === undefined) return { ...operator, chosen: null, failure: null }
  const choosing = await chooseModel(deps, person, { task, channelId: choice.channelId, origin })
  if ('failure' in choosing) return { ...operator, chosen: null, failure: choosing.failure }
  const { via, provider, model, channel } = choosing.chosen
  const charged = via === 'managed'
  return {
    ...operator,
    chosen: {
      via,
      provider,
      model,
      ...(channel === undefined ? {} : { channelId: channel.id }),
      price: findPrice(prices, model) ?? (charged ? dearPrice : null),
      creditsPerUsd: charged ? creditsPerEuro : 0,
    },
    failure: null,
  }
}
