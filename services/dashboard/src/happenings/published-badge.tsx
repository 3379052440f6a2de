import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { type Look, StateBadge } from '../ui/state-badge.tsx'

const shown: Look = ['Published', IconCircleCheck, 'good']
const hidden: Look = ['Not published', IconCircleDashed, 'quiet']

/** Shows if visitors can see a happening. */
export const PublishedBadge = ({ published }: { published: boolean }) => (
  <StateBadge look={published ? shown : hidden} />
)
