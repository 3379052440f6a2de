import type { NodeDescriptor } from '@atrium/contracts'
import { allNodes } from './index.ts'
import { toDescriptor } from './registry.ts'

export const palette = (): NodeDescriptor[] => allNodes.map(toDescriptor)
