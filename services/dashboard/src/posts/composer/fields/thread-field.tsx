import { maxThread, platformRules } from '@atrium/contracts'
import { ActionIcon, Button, Group, Textarea } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { networkName } from '../../../ui/network.tsx'
import { type FieldProblem, hasThreads, partCount } from '../draft/content.ts'
import type { Draft } from '../draft/draft.ts'
import type { Target } from '../draft/targets.ts'
import { FieldProblems } from './field-problems.tsx'
import classes from './text.module.css'
import { Length } from './text-field.tsx'

interface ThreadFieldProps {
  readonly draft: Draft
  readonly targets: readonly Target[]
  readonly problems: readonly FieldProblem[]
  readonly onChange: (change: Partial<Draft>) => void
}

/** Edits the posts that follow the first one. Shown if an account is on a network with threads. */
export function ThreadField({ draft, targets, problems, onChange }: ThreadFieldProps) {
  const { thread } = draft
  const able = targets.filter(({ platform }) => hasThreads(platform))
  const [first] = able
  const field = useRef<HTMLUListElement>(null)
  const known = useRef(thread.length)
  // A new post gets the focus.
  useEffect(() => {
    const fields = field.current?.querySelectorAll('textarea')
    if (thread.length > known.current) fields?.[thread.length - 1]?.focus()
    known.current = thread.length
  }, [thread.length])
  if (first === undefined) return null
  const write = (index: number, text: string) =>
    onChange({ thread: thread.map((each, at) => (at === index ? text : each)) })
  const others = [
    ...new Set(
      targets
        .filter(({ platform }) => platform !== 'email' && !hasThreads(platform))
        .map(({ platform }) => networkName(platform)),
    ),
  ]
  return (
    <div className="plain-group stack">
      {thread.length > 0 && (
        <ul className={`plain-list ${classes.thread}`} aria-label="Thread" ref={field}>
          {thread.map((text, index) => (
            <li key={index}>
              <Textarea
                label={`Post ${index + 2}`}
                autosize
                minRows={2}
                maxRows={10}
                maxLength={4_000}
                dir="auto"
                value={text}
                error={problems.some((problem) => problem.field === `thread.${index}`)}
                onChange={(event) => write(index, event.currentTarget.value)}
              />
              <ActionIcon
                size={28}
                aria-label={`Remove post ${index + 2}`}
                onClick={() => onChange({ thread: thread.filter((_, at) => at !== index) })}
              >
                <IconX size={14} />
              </ActionIcon>
              <FieldProblems problems={problems} field={`thread.${index}`} several={false} />
              <Group mt={4} fz={12}>
                <Length
                  label={networkName(first.platform)}
                  count={partCount(text, first.platform)}
                />
              </Group>
            </li>
          ))}
        </ul>
      )}
      <FieldProblems problems={problems} field="thread" several={false} />
      <div className="wrapped">
        <Button
          variant="default"
          size="compact-md"
          disabled={thread.length >= (platformRules[first.platform].thread?.max ?? maxThread)}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onChange({ thread: [...thread, ''] })}
        >
          Add another post
        </Button>
        {thread.length > 0 && others.length > 0 && (
          <span className="quiet">{others.join(', ')}: only the first post is published.</span>
        )}
      </div>
    </div>
  )
}
