import type { Pace } from '../src/engine/index.ts'

/** Work without turns. */
export const unpaced: Pace = { due: () => false, yield: async () => {} }
