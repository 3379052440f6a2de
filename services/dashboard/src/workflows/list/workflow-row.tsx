import type { WorkflowSummary } from '@atrium/contracts'
import { Group } from '@mantine/core'
import { IconAlertTriangle, IconCircle, IconCircleFilled, IconFolder } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { When } from '../../ui/when.tsx'
import { RunBadge } from '../run-badge.tsx'
import { WorkflowMenu } from './workflow-menu.tsx'
import classes from './workflows.module.css'

const shownTags = 3

export function WorkflowRow({ workflow }: { workflow: WorkflowSummary }) {
  const { id, name, description, active, folder, tags, nextRunAt, lastRun, problems, sentence } =
    workflow
  const Dot = active ? IconCircleFilled : IconCircle
  return (
    <li className="row">
      <Link to="/workflows/$id" params={{ id }} className={`words ${classes.link}`}>
        <span className="clipped strong" dir="auto">
          {name}
        </span>
        {description !== null && description !== '' && (
          <span className="clipped quiet" dir="auto">
            {description}
          </span>
        )}
        <span className="clipped fine" title={sentence} dir="auto">
          {sentence}
        </span>
      </Link>
      <span className={`line firm ${classes.facts}`}>
        {(folder !== null || tags.length > 0) && (
          <Group component="span" gap={4} maw={280}>
            {folder !== null && (
              <Link
                to="/workflows"
                search={{ folder }}
                className={`line ${classes.label}`}
                aria-label={`Folder ${folder}`}
              >
                <IconFolder size={12} aria-hidden />
                <bdi className="clipped">{folder}</bdi>
              </Link>
            )}
            {tags.slice(0, shownTags).map((tag) => (
              <Link
                key={tag}
                to="/workflows"
                search={{ tag }}
                className={`line ${classes.label}`}
                aria-label={`Tag ${tag}`}
              >
                <bdi className="clipped">#{tag}</bdi>
              </Link>
            ))}
            {tags.length > shownTags && (
              <span className="fine" title={tags.slice(shownTags).join(', ')}>
                +{tags.length - shownTags}
              </span>
            )}
          </Group>
        )}
        {problems.length > 0 && (
          <span
            className="line warn strong"
            style={{ gap: 4 }}
            title={problems.map(({ message }) => message).join('\n')}
          >
            <IconAlertTriangle size={14} aria-hidden />
            {problems.length === 1 ? '1 thing missing' : `${problems.length} things missing`}
          </span>
        )}
        {active && nextRunAt !== null && (
          <span className="fine">
            runs <When at={nextRunAt} />
          </span>
        )}
        {lastRun !== null && (
          <Link
            to="/workflows/$id"
            params={{ id }}
            search={{ run: lastRun.id }}
            className={`line ${classes.run}`}
          >
            <RunBadge status={lastRun.status} />
            <span className="fine">
              <When at={lastRun.createdAt} />
            </span>
          </Link>
        )}
        <span
          className={`line strong ${active ? 'good' : 'muted'}`}
          style={{ gap: 6, minWidth: 56 }}
        >
          <Dot size={10} aria-hidden />
          {active ? 'Active' : 'Off'}
        </span>
      </span>
      <WorkflowMenu workflow={workflow} />
    </li>
  )
}
