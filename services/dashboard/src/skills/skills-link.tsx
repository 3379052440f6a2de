import { IconChevronLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import classes from './skills.module.css'

/** The way back to the list. */
export const SkillsLink = () => (
  <Link to="/skills" search={{}} className={classes.back}>
    <IconChevronLeft size={16} aria-hidden />
    All skills
  </Link>
)
