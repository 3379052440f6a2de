import type { NodeDescriptor } from '@atrium/contracts'
import { allNodes } from './index.ts'
import { descriptorOf } from './registry.ts'

/** The descriptors of all nodes of this service, registered or not, in the order of the palette. */
export const palette = (): NodeDescriptor[] => allNodes.map(descriptorOf)
