import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Part } from '../ui/page/part.tsx'
import { Waiting } from '../ui/page/waiting.tsx'
import { usesOfSkillQuery } from './skill-queries.ts'
import { usesByWorkflow } from './skill-uses.ts'
import classes from './skills.module.css'

const pinLabel = (versions: readonly (number | null)[]): string =>
  versions
    .map((version) => (version === null ? 'newest version' : `always version ${version}`))
    .join(', ')

export function UsedIn({ id }: { id: string }) {
  const query = useQuery(usesOfSkillQuery(id))
  const workflows = usesByWorkflow(query.data?.items ?? [])
  return (
    <Part id="skill-uses" title="Used in">
      <Waiting query={query} height={48} />
      {query.data !== undefined && workflows.length === 0 && (
        <p className="quiet">No workflow uses this writing guide.</p>
      )}
      <ul className="plain-list ruled">
        {workflows.map((workflow) => (
          <li key={workflow.id} className={`wrapped ${classes.version}`}>
            <span className={`words ${classes.words}`}>
              <Link
                to="/workflows/$id"
                params={{ id: workflow.id }}
                search={{}}
                className="line strong"
                style={{ width: 'fit-content', color: 'inherit' }}
                dir="auto"
              >
                {workflow.name}
              </Link>
              <span className="quiet">
                {workflow.active ? 'Active' : 'Inactive'}, {pinLabel(workflow.versions)}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {query.data?.truncated === true && <p className="quiet">There are more.</p>}
    </Part>
  )
}
