import type { Pace } from '../src/engine/index.ts'

/** A pace that never yields. */
export const unpaced: Pace = { due: () => false, yield: async () => {} }
