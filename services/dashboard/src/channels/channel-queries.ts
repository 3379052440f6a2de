import {
  type ConnectNetwork,
  connectManually,
  forgetChannel,
  getPicker,
  introspectChannel,
  type Picker,
  platforms,
  settlePicker,
  updateChannel,
} from '@atrium/contracts'
import { AtriumError } from '@atrium/sdk'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { atrium } from '../platform/api.ts'
import { channelsQuery } from '../platform/channels.ts'

const refresh = (queryClient: QueryClient) => queryClient.invalidateQueries(channelsQuery)

/** Renames or shares a channel. */
export const updateChannelMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, ...body }: { id: string; name?: string; shared?: boolean }) =>
      atrium.call(updateChannel, { params: { id }, body }),
    onSettled: () => refresh(queryClient),
  })

/** Forgets a channel and its tokens. */
export const forgetChannelMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => atrium.call(forgetChannel, { params: { id } }),
    onSettled: () => refresh(queryClient),
  })

/** What the stored token may do, as the network says. */
export const grantedQuery = (network: ConnectNetwork, channelId: string) =>
  queryOptions({
    queryKey: ['channels', 'granted', channelId],
    queryFn: () => atrium.call(introspectChannel, { params: { network }, query: { channelId } }),
    retry: false,
  })

/** A picker by its id alone, as a network's callback names it. */
export const pickerQuery = (id: string) =>
  queryOptions({
    queryKey: ['channels', 'picker', id],
    retry: false,
    queryFn: async (): Promise<Picker> => {
      // Pages and the accounts behind them are the networks with several things to choose from.
      const networks = platforms.filter((network) => network === 'pagenet' || network === 'photonet')
      let refusal: unknown
      for (const network of networks) {
        try {
          return await atrium.call(getPicker, { params: { network, id } })
        } catch (error) {
          if (!(error instanceof AtriumError && error.status === 404)) throw error
          refusal = error
        }
      }
      throw refusal
    },
  })

/** Chooses a Page of a picker. */
export const settlePickerMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ picker, pageId }: { picker: Picker; pageId: string }) =>
      atrium.call(settlePicker, { params: { network: picker.network, id: picker.id }, body: { pageId } }),
    onSuccess: () => refresh(queryClient),
  })

/** Connects with a pasted token. */
export const pasteTokenMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ network, token }: { network: ConnectNetwork; token: string }) =>
      atrium.call(connectManually, { params: { network }, body: { token } }),
    onSuccess: () => refresh(queryClient),
  })
