import { Box } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Field, FieldProblem } from '../draft/content.ts'

interface FieldProblemsProps {
  readonly problems: readonly FieldProblem[]
  readonly field: Field
  readonly several: boolean
  readonly id?: string
}

export function FieldProblems({ problems, field, several, id }: FieldProblemsProps) {
  const fieldProblems = problems.filter((problem) => problem.field === field)
  if (fieldProblems.length === 0) return null
  return (
    <Box className="plain-list" component="ul" c="var(--bad)" fz="sm" id={id}>
      {fieldProblems.map(({ target, message }) => (
        <li key={`${target?.id} ${message}`} className="icon-line">
          <IconAlertTriangle size={14} aria-hidden />
          <span>
            {several && target !== null && (
              <b className="bold" dir="auto">
                {target.name}:{' '}
              </b>
            )}
            {message}
          </span>
        </li>
      ))}
    </Box>
  )
}
