import type { WorkflowFix } from '@atrium/contracts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { parseHref } from '../../ui/text/parse-href.ts'

export function FixButton({ fix }: { fix: WorkflowFix | null }) {
  const place = fix === null ? undefined : parseHref(fix.href)
  if (fix === null || place === undefined) return null
  return (
    <Button size="compact-md" renderRoot={(props) => <Link {...props} {...place} />}>
      {fix.label}
    </Button>
  )
}
