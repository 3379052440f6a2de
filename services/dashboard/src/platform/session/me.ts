import { getMe, type Me } from '@atrium/contracts'
import { AtriumError } from '@atrium/sdk'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { atrium, sessionGate } from '../connection/api.ts'
import { sessionHint } from './browser-session.ts'

/** Reads who is signed in. Returns null if nobody is. Throws `AtriumError`. */
export async function readMe(): Promise<Me | null> {
  try {
    const me = await atrium.call(getMe, {})
    sessionGate.arm()
    sessionHint.set(true)
    return me
  } catch (error) {
    if (!(error instanceof AtriumError) || error.status !== 401) throw error
    sessionHint.set(false)
    return null
  }
}

/** Reads the signed-in user and the active organisation. Null if nobody is signed in. */
export const meQuery = queryOptions({ queryKey: ['me'], staleTime: 60_000, queryFn: readMe })

/** Returns the signed-in user. Only for pages behind the sign-in. */
export function useMe(): Me {
  const { data } = useSuspenseQuery(meQuery)
  if (data === null) throw new Error('Nobody is signed in')
  return data
}
