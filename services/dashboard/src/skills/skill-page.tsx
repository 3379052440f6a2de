import type { Skill } from '@atrium/contracts'
import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { late } from '../platform/load-page.ts'
import { SkillEditor } from './skill-editor.tsx'
import classes from './skills.module.css'

const SkillFacts = late(async () => (await import('./skill-facts.tsx')).SkillFacts)
const TrySkill = late(async () => (await import('./try-skill.tsx')).TrySkill)

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
      <Suspense fallback={<Skeleton h={160} />}>
        <TrySkill skill={skill} />
      </Suspense>
    </div>
    <Suspense fallback={<Skeleton h={320} />}>
      <SkillFacts skill={skill} onCompare={onCompare} />
    </Suspense>
  </div>
)
