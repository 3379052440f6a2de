import type { SkipReason } from '@atrium/contracts'

export type NodeEnd = 'completed' | 'failed' | 'halted' | SkipReason
