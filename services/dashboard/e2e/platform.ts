import { inject } from 'vitest'
import type { Platform } from './own-platform.ts'

export type { Platform } from './own-platform.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    platform: Pick<Platform, 'url' | 'home'>
  }
}

/** The one platform of all stories of a run, which `shared-platform.ts` starts and stops. */
export const startPlatform = async (): Promise<Platform> => ({ ...inject('platform'), stop: async () => {} })
