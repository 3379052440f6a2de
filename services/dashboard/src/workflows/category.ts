import type { NodeCategory } from '@atrium/contracts'
import { type Icon, IconBolt, IconDownload, IconGitFork, IconSend, IconWand } from '@tabler/icons-react'

/** The groups of the palette, in its order. */
export const categories: Readonly<Record<NodeCategory, { readonly label: string; readonly icon: Icon }>> = {
  trigger: { label: 'Start', icon: IconBolt },
  ingest: { label: 'Read', icon: IconDownload },
  decide: { label: 'Decide', icon: IconGitFork },
  enrich: { label: 'Change', icon: IconWand },
  act: { label: 'Act', icon: IconSend },
}
