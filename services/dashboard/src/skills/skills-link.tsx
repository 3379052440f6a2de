import { IconChevronLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import frame from '../ui/frame.module.css'

/** The way back to the list. */
export const SkillsLink = () => (
  <Link to="/skills" search={{}} className={frame.back}>
    <IconChevronLeft size={16} aria-hidden />
    All skills
  </Link>
)
