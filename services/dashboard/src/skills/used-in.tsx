import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Waiting } from '../ui/waiting.tsx'
import { usesOfSkillQuery } from './skill-queries.ts'
import { usesByWorkflow } from './skill-uses.ts'
import classes from './skills.module.css'

const pinLabel = (versions: readonly (number | null)[]): string =>
  versions.map((version) => (version === null ? 'newest version' : `pinned to version ${version}`)).join(', ')

/** The workflows that name a skill, and the versions that they pin. */
export function UsedIn({ id }: { id: string }) {
  const query = useQuery(usesOfSkillQuery(id))
  const workflows = usesByWorkflow(query.data?.items ?? [])
  return (
    <section aria-labelledby="skill-uses">
      <h2 id="skill-uses" className="heading">
        Used in
      </h2>
      <Waiting query={query} height={48} />
      {query.data !== undefined && workflows.length === 0 && (
        <p className={classes.hint}>No workflow names this skill.</p>
      )}
      <ul className="plain-list">
        {workflows.map((workflow) => (
          <li key={workflow.id} className={classes.version}>
            <span className={`words ${classes.words}`}>
              <Link
                to="/workflows/$id"
                params={{ id: workflow.id }}
                search={{}}
                className={`line ${classes.name}`}
                dir="auto"
              >
                {workflow.name}
              </Link>
              <span className={classes.hint}>
                {workflow.active ? 'Active' : 'Inactive'}, {pinLabel(workflow.versions)}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {query.data?.truncated === true && <p className={classes.hint}>There are more.</p>}
    </section>
  )
}
