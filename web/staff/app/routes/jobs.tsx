import { createFileRoute } from '@tanstack/react-router'
import { JobsPage } from '../../features/job/jobs-page.tsx'
import { jobFilters } from '../../features/job/job-search.ts'

export const Route = createFileRoute('/_office/jobs')({
  staticData: { permission: 'job.manage' },
  validateSearch: jobFilters.readAddress,
  component: JobsPage,
})
