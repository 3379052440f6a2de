import { Skeleton } from '@mantine/core'
import { type ReactNode, Suspense, useMemo } from 'react'
import { late } from '../platform/load-page.ts'
import { Setting } from './setting.tsx'

// The list and its places on the page are a large part of the page's code.
const LongSelect = late(async () => (await import('./long-select.tsx')).LongSelect)

/** A choice of a long list that is saved at once. */
export function SavedSelect({
  label,
  hint,
  value,
  choices,
  disabled = false,
  onSave,
}: {
  label: string
  hint?: ReactNode
  value: string
  choices: (used: string) => { value: string; label: string }[]
  disabled?: boolean
  onSave: (value: string) => void
}) {
  const data = useMemo(() => choices(value), [choices, value])
  return (
    <Setting label={label} hint={hint}>
      {(field) => (
        <Suspense fallback={<Skeleton h={36} />}>
          <LongSelect
            {...field}
            data={data}
            value={value}
            disabled={disabled}
            onChange={(chosen) => chosen !== value && onSave(chosen)}
          />
        </Suspense>
      )}
    </Setting>
  )
}
