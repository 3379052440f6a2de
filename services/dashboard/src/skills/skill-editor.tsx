import type { Skill } from '@atrium/contracts'
import { Box, Button, Group } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useDraft } from '../platform/drafts/use-draft.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { FormAlert } from '../ui/feedback/form-alert.tsx'
import { fieldProblems } from '../ui/feedback/to-refusal.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { findChanges, typedSince } from './skill-changes.ts'
import {
  type FieldProblems,
  missingIn,
  type SkillDraft,
  SkillFields,
  skillFields,
} from './skill-fields.tsx'
import { changeSkillMutation } from './skill-queries.ts'

interface Kept {
  readonly base: number
  readonly text: Partial<SkillDraft>
}

export function SkillEditor({
  skill,
  onCompare,
}: {
  skill: Skill
  onCompare: (version: number) => void
}) {
  const [left, keep] = useDraft<Kept>(`skill.${skill.id}`)
  const [kept, setKept] = useState(left)
  const [missing, setMissing] = useState<FieldProblems>({})
  const save = useMutation(changeSkillMutation(useQueryClient(), skill.id))
  const changes = findChanges(skill, kept?.text ?? {})
  const draft: SkillDraft = { ...skill, ...changes }
  const isChanged = Object.keys(changes).length > 0
  const makesVersion = changes.body !== undefined
  const overtaken = isChanged && kept !== undefined && kept.base < skill.version
  const latest = useRef(kept)
  const hold = (next: Kept | undefined) => {
    latest.current = next
    setKept(next)
    keep(next)
    setMissing({})
  }
  const submit = () => {
    if (!isChanged || save.isPending) return
    const problems = missingIn(draft)
    setMissing(problems)
    if (Object.keys(problems).length > 0) return
    save.mutate(changes, {
      onSuccess: ({ version }) => {
        const since = typedSince(changes, latest.current?.text ?? {})
        hold(since === undefined ? undefined : { base: version, text: since })
        toast(makesVersion ? `Saved as version ${version}` : 'Saved')
      },
    })
  }
  useWindowEvent('keydown', (event) => {
    if (event.key.toLowerCase() !== 's' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    submit()
  })
  const refused = fieldProblems(save.error, skillFields)
  return (
    <form
      className="plain-group fields"
      style={{ maxWidth: 760 }}
      noValidate
      aria-label="Writing guide"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        submit()
      }}
    >
      <FormAlert error={Object.keys(refused).length > 0 ? null : save.error} />
      {overtaken && (
        <Box className="sunken" component="p" m={0} p="10px 12px" fz="sm" role="status">
          Somebody saved version {skill.version} while you were editing. Your changes become the
          next version.{' '}
          <button
            type="button"
            className="plain-button plain-link"
            style={{ color: 'var(--accent)' }}
            onClick={() => onCompare(kept.base)}
          >
            See what changed
          </button>
        </Box>
      )}
      <SkillFields
        draft={draft}
        problems={{ ...refused, ...missing }}
        onChange={(part) =>
          hold({ base: kept?.base ?? skill.version, text: { ...kept?.text, ...part } })
        }
      />
      <Group gap="8px 12px">
        <BusyButton type="submit" loading={save.isPending} disabled={!isChanged}>
          {makesVersion ? `Save as version ${skill.version + 1}` : 'Save'}
        </BusyButton>
        {isChanged && (
          <Button variant="default" onClick={() => hold(undefined)}>
            Discard the changes
          </Button>
        )}
      </Group>
    </form>
  )
}
