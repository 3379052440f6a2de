import { commonErrors } from '@atrium/contracts'

const most = { all: 8, ofOrg: 2 } as const

export function createTrySlots() {
  const running = new Map<string, number>()
  let all = 0
  const change = (orgId: string, by: 1 | -1): void => {
    const count = (running.get(orgId) ?? 0) + by
    if (count === 0) running.delete(orgId)
    else running.set(orgId, count)
    all += by
  }
  return {
    async use<R>(orgId: string, work: () => Promise<R>): Promise<R> {
      if (all >= most.all || (running.get(orgId) ?? 0) >= most.ofOrg) {
        throw commonErrors.rate_limited({
          message: 'Too many tries at once',
          details: { retryAfterSeconds: 2 },
        })
      }
      change(orgId, 1)
      try {
        return await work()
      } finally {
        change(orgId, -1)
      }
    },
  }
}
