import { IconAlertTriangle } from '@tabler/icons-react'
import { toDetail } from './problem.tsx'

export const FormAlert = ({ error }: { error: unknown }) =>
  error === null || error === undefined ? null : (
    <div className="tinted bad" role="alert">
      <IconAlertTriangle size={16} aria-hidden />
      <span>{toDetail(error)}</span>
    </div>
  )
