import { IconChevronLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'

export const SkillsLink = () => (
  <Link to="/skills" search={{}} className="back">
    <IconChevronLeft size={16} aria-hidden />
    All skills
  </Link>
)
