import type { SkipReason } from '@atrium/contracts'

/** How a node ended. */
export type NodeEnd = 'completed' | 'failed' | 'halted' | SkipReason
