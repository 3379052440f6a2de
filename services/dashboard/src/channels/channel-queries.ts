import {
  type Channel,
  type ConnectNetwork,
  connectImap,
  connectManually,
  connectModel,
  forgetChannel,
  getPostingSlots,
  introspectChannel,
  type ModelProvider,
  type Picker,
  type PostingSlot,
  putPostingSlots,
  settlePicker,
  toSettledChannels,
  updateChannel,
} from '@atrium/contracts'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { shownBy } from '../live/shown-by.ts'
import { atrium } from '../platform/connection/api.ts'
import { operationQuery } from '../platform/records/queries.ts'
import { channelsQuery } from '../platform/records/shared-queries.ts'

/** Refreshes what depends on the accounts. Some steps and templates need an AI account. */
const refresh = (queryClient: QueryClient) =>
  Promise.all(shownBy('channel').map((queryKey) => queryClient.invalidateQueries({ queryKey })))

const changeShown = (queryClient: QueryClient, change: (channels: Channel[]) => Channel[]) =>
  queryClient.setQueryData(channelsQuery.queryKey, (old) => old && { items: change(old.items) })

export const updateChannelMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, ...body }: { id: string; name?: string; shared?: boolean }) =>
      atrium.call(updateChannel, { params: { id }, body }),
    onMutate: async ({ id, ...change }) => {
      await queryClient.cancelQueries(channelsQuery)
      changeShown(queryClient, (all) =>
        all.map((one) => (one.id === id ? { ...one, ...change } : one)),
      )
    },
    onSettled: () => refresh(queryClient),
  })

export const forgetChannelMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => atrium.call(forgetChannel, { params: { id } }),
    onSuccess: (_, id) => {
      changeShown(queryClient, (all) => all.filter((one) => one.id !== id))
    },
    onSettled: () => refresh(queryClient),
  })

export const slotsQuery = (id: string) =>
  operationQuery(['channels', 'slots', id], getPostingSlots, { params: { id } })

export const putSlotsMutation = (queryClient: QueryClient, id: string) =>
  mutationOptions({
    mutationFn: (items: PostingSlot[]) =>
      atrium.call(putPostingSlots, { params: { id }, body: { items } }),
    onSuccess: (saved) => {
      queryClient.setQueryData(slotsQuery(id).queryKey, saved)
      return queryClient.invalidateQueries({ queryKey: ['channels', 'next-slot', id] })
    },
  })

/** Reads the stored token's permissions, as the network states them. */
export const grantedQuery = (network: ConnectNetwork, channelId: string) =>
  queryOptions({
    queryKey: ['granted', channelId],
    queryFn: () => atrium.call(introspectChannel, { params: { network }, query: { channelId } }),
    retry: false,
  })

export const settlePickerMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: async ({
      picker,
      ...body
    }: {
      picker: Picker
      pageIds: string[]
      shared: boolean
    }) =>
      toSettledChannels(
        await atrium.call(settlePicker, {
          params: { network: picker.network, id: picker.id },
          body,
        }),
      ),
    onSettled: () => refresh(queryClient),
  })

export const connectModelMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (body: {
      provider: ModelProvider
      apiKey: string
      model?: string
      name?: string
      shared: boolean
    }) => atrium.call(connectModel, { body }),
    onSuccess: () => refresh(queryClient),
  })

export const connectImapMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (body: z.input<typeof connectImap.body>) => atrium.call(connectImap, { body }),
    onSuccess: () => refresh(queryClient),
  })

export const pasteTokenMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({
      network,
      ...body
    }: {
      network: ConnectNetwork
      token: string
      shared: boolean
    }) => atrium.call(connectManually, { params: { network }, body }),
    onSuccess: () => refresh(queryClient),
  })
