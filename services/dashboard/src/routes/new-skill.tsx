import { NewSkill } from '../skills/new-skill.tsx'
import { SkillsLink } from '../skills/skills-link.tsx'
import { PageHeader } from '../ui/page-header.tsx'

export const NewSkillPage = () => (
  <>
    <PageHeader title="New skill" />
    <div className="page">
      <SkillsLink />
      <NewSkill />
    </div>
  </>
)
