import { getRouteApi } from '@tanstack/react-router'
import { OneSite } from '../sites/one-site.tsx'

const route = getRouteApi('/inside/sites/$id')

export function SitePage() {
  const { id } = route.useParams()
  return <OneSite id={id} />
}
