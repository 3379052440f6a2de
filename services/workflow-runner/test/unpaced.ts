import type { Pace } from '../src/engine/index.ts'

export const unpaced: Pace = { due: () => false, yield: async () => {} }
