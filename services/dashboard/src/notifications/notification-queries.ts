import { readNotifications } from '@atrium/contracts'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { atrium } from '../platform/connection/api.ts'

type Read = { ids: string[] } | { all: true }

export const readMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (body: Read) => atrium.call(readNotifications, { body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['notifications'] }),
  })
