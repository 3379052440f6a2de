import type { ExportTables } from '@atrium/database'

/** What an export of the organisation holds of this service, besides the files. */
export const exportTables: ExportTables = {
  exported: {
    file_descriptions: { without: ['search'], harmless: ['key'] },
    picture_sizes: { harmless: ['key'] },
  },
  left: {
    exports: 'The archives themselves.',
    usage_changes: 'Changes under way.',
    org_usage: 'A counter for a limit.',
    file_parts: 'Files that are not complete yet.',
    removed_orgs: 'Only organisations that were deleted.',
    outbox: 'Its events are copies of changes to the other records.',
  },
}
