import { createFileRoute } from '@tanstack/react-router'
import { JobsPage } from '../../features/job/jobs-page.tsx'
import { parseJobSearch } from '../../features/job/job-search.ts'
import { parseListSearch } from '../../ui/list/list-state.ts'

export const Route = createFileRoute('/_office/jobs')({
  staticData: { permission: 'job.manage' },
  validateSearch: (search: Record<string, unknown>) => ({ ...parseListSearch(search), ...parseJobSearch(search) }),
  component: JobsPage,
})
