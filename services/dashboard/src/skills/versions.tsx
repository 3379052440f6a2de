import type { Skill } from '@atrium/contracts'
import { Button } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Part } from '../ui/page/part.tsx'
import { ShowMore } from '../ui/page/show-more.tsx'
import { Waiting } from '../ui/page/waiting.tsx'
import { copyText } from '../ui/text/copy-text.ts'
import { useAuthorLabel } from '../ui/text/use-author-label.ts'
import { When } from '../ui/when.tsx'
import { usesOfSkillQuery, versionsQuery } from './skill-queries.ts'
import { usesByWorkflow } from './skill-uses.ts'
import { toPin } from './skill-words.ts'
import classes from './skills.module.css'

export function Versions({
  skill,
  onCompare,
}: {
  skill: Skill
  onCompare: (version: number) => void
}) {
  const { id, version: newest } = skill
  const query = useInfiniteQuery(versionsQuery(id))
  const { data: uses } = useQuery(usesOfSkillQuery(id))
  const authorLabel = useAuthorLabel()
  const pinned = new Map<number, number>()
  for (const { versions } of usesByWorkflow(uses?.items ?? [])) {
    for (const version of versions)
      if (version !== null) pinned.set(version, (pinned.get(version) ?? 0) + 1)
  }
  return (
    <Part id="skill-versions" title="Versions">
      <Waiting query={query} />
      <ul className="plain-list ruled">
        {query.data?.pages
          .flatMap(({ items }) => items)
          .map(({ version, authorId, createdAt }) => {
            const pins = pinned.get(version) ?? 0
            return (
              <li key={version} className={`wrapped ${classes.version}`}>
                <span className={`words ${classes.words}`}>
                  <span className="line strong">
                    Version {version}
                    {version === newest && <span className="tag">newest</span>}
                  </span>
                  <span className="quiet">
                    {authorLabel({ type: 'user', id: authorId })}, <When at={createdAt} />
                    {pins > 0 && `, used by ${pins === 1 ? '1 workflow' : `${pins} workflows`}`}
                  </span>
                </span>
                <span className="line" style={{ gap: 4, marginInline: -8 }}>
                  {version !== newest && (
                    <Button
                      variant="subtle"
                      size="compact-sm"
                      aria-label={`Compare version ${version}`}
                      onClick={() => onCompare(version)}
                    >
                      Compare
                    </Button>
                  )}
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    aria-label={`Copy the reference of version ${version}`}
                    onClick={() =>
                      void copyText(
                        toPin(id, version),
                        `The reference of version ${version} is copied`,
                      )
                    }
                  >
                    Copy the reference
                  </Button>
                </span>
              </li>
            )
          })}
      </ul>
      <ShowMore query={query} label="Show older ones" size="compact-md" mt={8} />
    </Part>
  )
}
