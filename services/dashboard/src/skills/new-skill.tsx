import { type SkillKind, skillKinds } from '@atrium/contracts'
import { Box, Radio } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useRequestKeys } from '../platform/connection/request-keys.ts'
import { useDraft } from '../platform/drafts/use-draft.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { FormAlert } from '../ui/feedback/form-alert.tsx'
import { fieldProblems } from '../ui/feedback/to-refusal.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { usePageNavigate } from '../ui/page/use-page-navigate.ts'
import {
  type FieldProblems,
  missingIn,
  type SkillDraft,
  SkillFields,
  skillFields,
} from './skill-fields.tsx'
import { createSkillMutation } from './skill-queries.ts'
import { kindHint, kindLabel } from './skill-words.ts'

type NewDraft = SkillDraft & { readonly kind: SkillKind }

const blank: NewDraft = { name: '', description: '', body: '', kind: 'writing' }

/** Creates a skill. Typed text stays until the skill is created. */
export function NewSkill() {
  const navigate = usePageNavigate(useNavigate())
  const [left, keep] = useDraft<NewDraft>('skill.new')
  const [draft, setDraft] = useState(left ?? blank)
  const [missing, setMissing] = useState<FieldProblems>({})
  const keyed = useRequestKeys()
  const create = useMutation(createSkillMutation(useQueryClient()))
  const change = (part: Partial<NewDraft>) => {
    // Text typed after the request would be in neither the skill nor the draft.
    if (create.isPending) return
    const next = { ...draft, ...part }
    setDraft(next)
    keep(next)
    setMissing({})
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const problems = missingIn(draft)
    setMissing(problems)
    if (Object.keys(problems).length > 0) return
    create.mutate(
      { keyed, ...draft },
      {
        onSuccess: ({ id, name }) => {
          keep(undefined)
          toast(`“${name}” is created`)
          void navigate({ to: '/writing-guides/$id', params: { id }, search: {}, replace: true })
        },
      },
    )
  }
  const refused = fieldProblems(create.error, skillFields)
  return (
    <form noValidate onSubmit={submit}>
      <div className="fields" style={{ maxWidth: 760 }} aria-busy={create.isPending}>
        <FormAlert error={Object.keys(refused).length > 0 ? null : create.error} />
        <Radio.Group
          label="Kind"
          description="You cannot change the kind later, because workflows expect a guide of one kind."
          value={draft.kind}
          onChange={(kind) => change({ kind: kind as SkillKind })}
        >
          <Box
            display="grid"
            pt={8}
            style={{ gridTemplateColumns: 'repeat(auto-fill, minmax(220px, 1fr))', gap: 12 }}
          >
            {skillKinds.map((kind) => (
              <Radio key={kind} value={kind} label={kindLabel(kind)} description={kindHint(kind)} />
            ))}
          </Box>
        </Radio.Group>
        <SkillFields draft={draft} problems={{ ...refused, ...missing }} onChange={change} />
        <div>
          <BusyButton type="submit" loading={create.isPending}>
            Create the writing guide
          </BusyButton>
        </div>
      </div>
    </form>
  )
}
