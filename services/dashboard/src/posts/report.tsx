import { Box, Table } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { NetworkIcon, networkName } from '../ui/network.tsx'
import { Empty } from '../ui/page/empty.tsx'
import { Waiting } from '../ui/page/waiting.tsx'
import { metricLabels } from './metric-labels.ts'
import { reportQuery } from './post-detail-queries.ts'

const monthFormat = new Intl.DateTimeFormat(undefined, {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
const monthText = (month: string) => monthFormat.format(new Date(`${month}-01T00:00:00Z`))
const names = Object.keys(metricLabels) as (keyof typeof metricLabels)[]

/** What went out in the last months, by account, with what the networks count. */
export function PostReport() {
  const query = useQuery(reportQuery)
  const rows = query.data?.items ?? []
  const shown = names.filter((name) =>
    rows.some(({ items }) => items.some((one) => one.name === name)),
  )
  return (
    <Box className="scrolling" p="0 var(--gutter) var(--gutter)">
      <Waiting query={query} height={240} radius="lg" />
      {query.isSuccess && rows.length === 0 && (
        <Empty icon={IconChartBar} title="Nothing to report yet">
          What you publish appears here, by month and account, with what the networks count.
        </Empty>
      )}
      {rows.length > 0 && (
        <p className="quiet">
          What you published in the last six months, with what the networks count. Not every network
          counts everything.
        </p>
      )}
      {rows.length > 0 && (
        <Table.ScrollContainer
          type="native"
          minWidth={560}
          maw={1_000}
          role="region"
          aria-label="Report"
          tabIndex={0}
        >
          <Table aria-label="Published posts by account and month" verticalSpacing={10}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Month</Table.Th>
                <Table.Th>Account</Table.Th>
                <Table.Th ta="right">Posts</Table.Th>
                {shown.map((name) => (
                  <Table.Th key={name} ta="right">
                    {metricLabels[name]}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(({ month, channelId, accountName, platform, posts, items }) => (
                <Table.Tr key={`${month} ${platform} ${channelId}`}>
                  <Table.Td>{monthText(month)}</Table.Td>
                  <Table.Td>
                    <span className="line" style={{ gap: 8 }}>
                      <NetworkIcon network={platform} size={16} />
                      <span dir="auto">{accountName ?? networkName(platform)}</span>
                    </span>
                  </Table.Td>
                  <Table.Td ta="right" className="figures">
                    {posts}
                  </Table.Td>
                  {shown.map((name) => (
                    <Table.Td key={name} ta="right" className="figures">
                      {items.find((one) => one.name === name)?.value.toLocaleString() ?? '–'}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Box>
  )
}
