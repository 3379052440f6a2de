import type { TestProject } from 'vitest/node'
import { startOwnPlatform } from './own-platform.ts'

/** Vitest's global set-up of the stories: a start takes longer than most of them, and each has an organisation of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, home, stop } = await startOwnPlatform()
  project.provide('platform', { url, home })
  return stop
}
