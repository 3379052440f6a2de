import { NewSkill } from '../skills/new-skill.tsx'
import { SkillsLink } from '../skills/skills-link.tsx'
import { Page } from '../ui/page/page-header.tsx'

export const NewSkillPage = () => (
  <Page title="New writing guide">
    <SkillsLink />
    <NewSkill />
  </Page>
)
