import { describe, expect, it } from 'vitest'
import { createDirectorySync } from './directory-sync.ts'

describe('directory sync', () => {
  it('starts a flush after the request, never counting one that was already under way', async () => {
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

  it('tells everybody who waited for a flush that it failed, and tries again for the next', async () => {
    let fail = true
    const sync = createDirectorySync(async () => {
      if (fail) throw new Error('disk')
    })
    await expect(Promise.all([sync('a'), sync('a')])).rejects.toThrow('disk')
    fail = false
    await sync('a')
  })
})
