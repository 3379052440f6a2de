import { useSyncExternalStore } from 'react'
import { type Connection, liveStatus, toConnection } from '../../platform/connection/connection.ts'
import { queryClient, shownFailures } from '../../platform/connection/query-client.ts'
import { slowRequests } from '../../platform/connection/slow-requests.ts'

function subscribe(changed: () => void): () => void {
  const leave = [queryClient.getQueryCache(), liveStatus, slowRequests].map((store) =>
    store.subscribe(changed),
  )
  return () => {
    for (const one of leave) one()
  }
}

const read = (): Connection => toConnection(shownFailures(), slowRequests.get(), liveStatus.get())

export const useConnection = (): Connection => useSyncExternalStore(subscribe, read)
