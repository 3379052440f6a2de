import type { NodeCategory } from '@atrium/contracts'
import {
  type Icon,
  IconBolt,
  IconDownload,
  IconGitFork,
  IconSend,
  IconWand,
} from '@tabler/icons-react'

export const categories: Readonly<
  Record<NodeCategory, { label: string; icon: Icon; tone: string }>
> = {
  trigger: { label: 'Start', icon: IconBolt, tone: 'light-dark(#95590b, #f0b35a)' },
  ingest: { label: 'Read', icon: IconDownload, tone: 'light-dark(#0b6a86, #5cc4e0)' },
  decide: { label: 'Decide', icon: IconGitFork, tone: 'light-dark(#8a3a9a, #d79ae6)' },
  enrich: { label: 'Change', icon: IconWand, tone: 'light-dark(#4a41cf, #a2a8fd)' },
  act: { label: 'Act', icon: IconSend, tone: 'light-dark(#18794e, #5bd19a)' },
}
