import type { Skill } from '@atrium/contracts'
import { SkillEditor } from './skill-editor.tsx'
import { SkillFacts } from './skill-facts.tsx'
import classes from './skills.module.css'
import { TrySkill } from './try-skill.tsx'

export const SkillPage = ({
  skill,
  onCompare,
}: {
  skill: Skill
  onCompare: (version: number) => void
}) => (
  <div className={classes.columns}>
    <div className="column" style={{ gap: 32 }}>
      <SkillEditor key={skill.id} skill={skill} onCompare={onCompare} />
      <TrySkill skill={skill} />
    </div>

    <SkillFacts skill={skill} onCompare={onCompare} />
  </div>
)
