import { maxSkillBody } from '@atrium/contracts'
import { Textarea, TextInput } from '@mantine/core'
import { textField } from '../ui/text/text-field.ts'
import { plainOffers } from '../ui/writing/offer.ts'
import { WritingHelp } from '../ui/writing/writing-help.tsx'

export interface SkillDraft {
  readonly name: string
  readonly description: string
  readonly body: string
}

export const skillFields = ['name', 'description', 'body', 'kind'] as const

export type FieldProblems = Partial<Record<(typeof skillFields)[number], string>>

export function missingIn({ name, body }: SkillDraft): FieldProblems {
  return {
    ...(name.trim() === '' ? { name: 'Enter a name' } : {}),
    ...(body.trim() === '' ? { body: 'Enter a text' } : {}),
  }
}

interface SkillFieldsProps {
  readonly draft: SkillDraft
  readonly problems: FieldProblems
  readonly onChange: (change: Partial<SkillDraft>) => void
}

export const SkillFields = ({ draft, problems, onChange }: SkillFieldsProps) => (
  <>
    <TextInput
      label="Name"
      maxLength={200}
      dir="auto"
      {...textField(draft.name, (name) => onChange({ name }), problems.name)}
    />
    <TextInput
      label="Description"
      placeholder="When to use it (optional)"
      maxLength={2_000}
      dir="auto"
      {...textField(
        draft.description,
        (description) => onChange({ description }),
        problems.description,
      )}
    />
    <div className="stack">
      <Textarea
        label="Text"
        description="The AI reads this text before every task that uses the guide."
        placeholder="Write briefly. Speak to one person. No exclamation marks."
        autosize
        minRows={10}
        maxRows={24}
        maxLength={maxSkillBody}
        dir="auto"
        {...textField(draft.body, (body) => onChange({ body }), problems.body)}
      />
      <WritingHelp
        text={draft.body}
        offers={plainOffers(draft.body, (suggestion) => {
          const { body } = draft
          onChange({ body: suggestion })
          return () => onChange({ body })
        })}
      />
    </div>
  </>
)
