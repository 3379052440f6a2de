import { IconChevronLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useListSearch } from '../platform/drafts/list-memory.ts'

export const SkillsLink = () => (
  <Link to="/writing-guides" search={useListSearch('/writing-guides')} className="back">
    <IconChevronLeft size={16} aria-hidden />
    All writing guides
  </Link>
)
