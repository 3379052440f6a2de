import { useMe } from '../../platform/me.ts'
import { type Place, places } from './navigation.ts'

const withoutOperator = places.filter(({ forOperators }) => forOperators !== true)

/** The pages that the person may open, in the order of the side bar. */
export const usePlaces = (): readonly Place[] => (useMe().user.isAdmin ? places : withoutOperator)
