import { useState } from 'react'
import { WritingHelp } from '../../ui/writing/writing-help.tsx'
import { textOf } from './content.ts'
import type { Draft } from './draft.ts'
import type { Target } from './targets.ts'
import type { OpenDraft } from './use-draft.ts'
import { writingOffers } from './writing-offers.ts'

/** The help with each text that was shown: a suggestion waits at its own while that of another channel is shown. */
export function TextsHelp({
  draft,
  targets,
  active,
  others,
  onChange,
}: {
  draft: Draft
  targets: readonly Target[]
  /** The channel whose text is shown; undefined for the text of all. */
  active: Target | undefined
  /** Channels that may be chosen as well. */
  others: readonly Target[]
  onChange: OpenDraft['change']
}) {
  const [seen, setSeen] = useState<ReadonlySet<string | undefined>>(() => new Set([active?.id]))
  if (!seen.has(active?.id)) setSeen(new Set([...seen, active?.id]))
  return [undefined, ...targets]
    .filter((target) => seen.has(target?.id))
    .map((target) => (
      <div key={target?.id ?? ''} hidden={target?.id !== active?.id}>
        <WritingHelp
          text={target === undefined ? draft.body : textOf(draft, target)}
          offers={writingOffers({ draft, targets, active: target, others, onChange })}
        />
      </div>
    ))
}
