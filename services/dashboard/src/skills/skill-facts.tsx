import type { Skill } from '@atrium/contracts'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { QuestionDialog } from '../ui/dialogs/question-dialog.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { usePageNavigate } from '../ui/page/use-page-navigate.ts'
import { copyText } from '../ui/text/copy-text.ts'
import { deleteSkillMutation } from './skill-queries.ts'
import { kindLabel } from './skill-words.ts'
import { UsedIn } from './used-in.tsx'
import { Versions } from './versions.tsx'

export function SkillFacts({
  skill,
  onCompare,
}: {
  skill: Skill
  onCompare: (version: number) => void
}) {
  const navigate = usePageNavigate(useNavigate())
  const [isAsked, setAsked] = useState(false)
  const remove = useMutation(deleteSkillMutation(useQueryClient()))
  const { id, name, kind, slug } = skill
  return (
    <aside className="column" style={{ gap: 32 }} aria-label="About this writing guide">
      <dl className="facts">
        <dt>Kind</dt>
        <dd>{kindLabel(kind)}</dd>
        <dt>Short name</dt>
        <dd>{slug}</dd>
        <dt>Reference</dt>
        <dd>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label="Copy the reference"
            onClick={() => void copyText(id, 'The reference is copied')}
          >
            Copy
          </Button>
        </dd>
      </dl>
      <UsedIn id={id} />
      <Versions skill={skill} onCompare={onCompare} />
      <Button
        className="start"
        variant="default"
        c="var(--bad)"
        onClick={() => {
          remove.reset()
          setAsked(true)
        }}
      >
        Delete the writing guide
      </Button>
      {isAsked && (
        <QuestionDialog
          title={`Delete “${name}”?`}
          action="Delete"
          error={remove.error}
          pending={remove.isPending}
          onClose={() => setAsked(false)}
          onConfirm={() =>
            remove.mutate(id, {
              onSuccess: () => {
                toast(`“${name}” is deleted`)
                void navigate({ to: '/writing-guides', search: {}, replace: true })
              },
            })
          }
        >
          This deletes all versions. Inactive workflows that use this guide will fail when they run.
        </QuestionDialog>
      )}
    </aside>
  )
}
