import type { TestProject } from 'vitest/node'
import { startOwnPlatform } from './own-platform.ts'

/**
 * Starts one platform for all tests, as Vitest's global setup, because a start takes longer than
 * most tests. Each test creates its own organisation.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, home, stop } = await startOwnPlatform()
  project.provide('platform', { url, home })
  return stop
}
