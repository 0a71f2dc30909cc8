import { useTranslation } from 'react-i18next'
import { jobReason } from '#domain/payment/job-reason.ts'

/** The words of queues, tasks and kinds of jobs; one that is newer than this app is called by its own name. */
export function useJobWords() {
  const { i18n } = useTranslation('job')
  const word = (group: 'queue' | 'task' | 'kind' | 'reason', name: string): string => {
    const found: unknown = i18n.getResource(i18n.language, 'job', `${group}.${name}`)
    return typeof found === 'string' ? found : name
  }
  return {
    queue: (name: string) => word('queue', name),
    task: (name: string) => word('task', name),
    kind: (name: string) => word('kind', name),
    /** Why something failed, in words; null where none are known. */
    reason: (error: string) => {
      const reason = jobReason(error)
      return reason === null ? null : word('reason', reason)
    },
  }
}
