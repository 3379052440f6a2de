import { describe, expect, it } from 'vitest'
import { createDirectorySync } from './directory-sync.ts'

describe('createDirectorySync', () => {
  it('starts another flush for a request that arrives during a running flush', async () => {
    const finish: (() => void)[] = []
    const sync = createDirectorySync(() => new Promise<void>((resolve) => finish.push(resolve)))
    const first = sync('a')
    await Promise.resolve()
    await Promise.resolve()
    const [second, third] = [sync('a'), sync('a')]
    expect(second).toBe(third)
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(finish).toHaveLength(1)
    finish[0]?.()
    await first
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(finish).toHaveLength(2)
    finish[1]?.()
    await second
  })

  it('rejects all waiting callers if their flush fails and starts another for the next caller', async () => {
    let fail = true
    const sync = createDirectorySync(async () => {
      if (fail) throw new Error('disk')
    })
    await expect(Promise.all([sync('a'), sync('a')])).rejects.toThrow('disk')
    fail = false
    await sync('a')
  })
})
