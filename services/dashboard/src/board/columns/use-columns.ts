import {
  defaultColumns,
  getBoardColumns,
  type PutBoardColumns,
  putBoardColumns,
} from '@atrium/contracts'
import { mutationOptions, type QueryClient, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { atrium } from '../../platform/connection/api.ts'
import { operationQuery } from '../../platform/records/queries.ts'
import { type Column, toColumns } from './columns.ts'

export const boardColumnsQuery = operationQuery(['cards', 'columns'], getBoardColumns, {})

/** Returns the board's columns. Until they have loaded, the default ones. */
export function useColumns(withArchived: boolean): readonly Column[] {
  const { data } = useQuery(boardColumnsQuery)
  const own = data?.items ?? defaultColumns
  return useMemo(() => toColumns(own, withArchived), [own, withArchived])
}

/** Returns the columns as they were last loaded. */
export const columnsOnPage = (queryClient: QueryClient, withArchived: boolean): readonly Column[] =>
  toColumns(
    queryClient.getQueryData(boardColumnsQuery.queryKey)?.items ?? defaultColumns,
    withArchived,
  )

export const putColumnsMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (body: PutBoardColumns) => atrium.call(putBoardColumns, { body }),
    onSuccess: (saved) => {
      queryClient.setQueryData(boardColumnsQuery.queryKey, saved)
      return queryClient.invalidateQueries({ queryKey: ['cards'] })
    },
  })
