import type { NewTemplate } from '@atrium/contracts'
import { blank } from './blank.ts'
import { landing } from './landing.ts'
import { links } from './links.ts'

/** The templates that an organisation without templates of its own begins with. */
export const starters = (orgId: string): readonly NewTemplate[] => [landing(orgId), links(), blank()]
